import type { DeskComplaintSummary } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { Icon } from '@baraza/ui/icon';
import { Notice } from '@baraza/ui/notice';
import { ProgressBar } from '@baraza/ui/progress-bar';
import { SelectField, type SelectFieldProps } from '@baraza/ui/select-field';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type FormEvent, type ReactNode } from 'react';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { say } from '../../../lib/i18n/texts.ts';
import { possibleRows } from './bulk-rows.ts';
import { useColleagues } from '../complaint.api.ts';
import { useBulk, type BulkOutcome } from './use-bulk.ts';
import { useStepFields } from '../transition/use-step-fields.ts';
import { WordsField } from '../transition/words-field.tsx';

export type BulkAction = 'assign' | 'reply';
type BulkDialogProps = { action: BulkAction; rows: readonly DeskComplaintSummary[]; onClose: (done: boolean) => void };

const nobody = 'nobody';

/** Assigns or answers the selected complaints, and shows the result of each. */
export function BulkDialog({ action, rows: selected, onClose }: BulkDialogProps): ReactNode {
  const me = useMe();
  // The list goes on changing below; what is done is done with what was chosen.
  const [rows, setRows] = useState(() => possibleRows(selected, action, me));
  const [leftOut, setLeftOut] = useState(selected.length - rows.length);
  const fields = useStepFields('bulk', { text: '', assignee: '' });
  const bulk = useBulk();
  const finished = bulk.results.length > 0 && !bulk.running;
  const refused = bulk.results.filter((result) => !result.ok);
  const { text, assignee } = fields.values;
  /** Tries the refused ones again, with the same words, on their newest versions. */
  const again = () => {
    const fresh = refused.flatMap(({ row, lost }) => (lost ? [row] : selected.filter(({ id }) => id === row.id)));
    const possible = possibleRows(fresh, action, me);
    setRows(possible);
    setLeftOut(refused.length - possible.length);
    bulk.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const complete = fields.check(
      action === 'reply'
        ? { text: !text.trim() && t`Write your words to the citizens first.` }
        : { assignee: !assignee && t`Choose somebody.` },
    );
    if (!complete || bulk.running) return;
    void bulk.run(
      rows,
      action === 'reply' ? { action, text: text.trim() } : { action, assignee: assignee === nobody ? null : assignee },
    );
  };
  const many = count(rows.length || leftOut);
  const title = action === 'reply' ? t`Reply to ${many}` : t`Assign ${many}`;
  return (
    <Dialog
      open
      onClose={() => onClose(finished)}
      title={title}
      closeLabel={t`Close`}
      size="l"
      dismissable={!bulk.running}
      footer={
        finished ? (
          <>
            {refused.length > 0 && (
              <Button onClick={again}>
                <Trans>Try the refused ones again</Trans>
              </Button>
            )}
            <Button variant="primary" onClick={() => onClose(true)}>
              <Trans>Done</Trans>
            </Button>
          </>
        ) : rows.length === 0 ? (
          <Button onClick={() => onClose(false)}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            <Button onClick={() => onClose(false)} disabled={bulk.running}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form="bulk-form" variant="primary" loading={bulk.running} loadingText={t`Sending`}>
              {action === 'reply' ? <Trans>Send to all</Trans> : <Trans>Assign all</Trans>}
            </Button>
          </>
        )
      }
    >
      {bulk.running || finished ? (
        <Results results={bulk.results} total={rows.length} finished={finished} />
      ) : (
        <form id="bulk-form" noValidate className="grid gap-4" onSubmit={submit}>
          {leftOut > 0 && <LeftOut action={action} many={leftOut} />}
          {rows.length === 0 ? null : action === 'reply' ? (
            <WordsField
              {...fields.field('text')}
              label={t`Reply to each citizen`}
              hint={t`Each of them reads the same words.`}
              required
              rows={6}
            />
          ) : (
            <Assignee field={fields.field('assignee')} />
          )}
        </form>
      )}
    </Dialog>
  );
}

/** Says before anything is typed that some complaints are left out. */
function LeftOut({ action, many }: { action: BulkAction; many: number }): ReactNode {
  return (
    <Notice
      tone="warning"
      title={
        action === 'reply'
          ? t`${plural(many, { one: '# complaint is left out: it cannot be answered as it stands now.', other: '# complaints are left out: they cannot be answered as they stand now.' })}`
          : t`${plural(many, { one: '# complaint is left out: it cannot be assigned as it stands now.', other: '# complaints are left out: they cannot be assigned as they stand now.' })}`
      }
    >
      {action === 'reply' && <Trans>Somebody has to start work on a complaint before it can be answered.</Trans>}
    </Notice>
  );
}

const count = (many: number) => plural(many, { one: '# complaint', other: '# complaints' });

/** Chooses the assignee. Officers assign to themselves, supervisors to anyone. */
function Assignee({ field }: { field: Omit<SelectFieldProps, 'label' | 'options'> }): ReactNode {
  const me = useMe();
  const colleagues = useColleagues(me.role === 'supervisor');
  const others = (colleagues.data ?? []).filter((colleague) => colleague.id !== me.id);
  return (
    <SelectField
      {...field}
      label={t`Assign to`}
      required
      placeholder={t`Choose one`}
      options={[
        { value: me.id, label: t`Me (${fullName(me)})` },
        ...others.map((colleague) => ({ value: colleague.id, label: colleague.name })),
        { value: nobody, label: t`Nobody` },
      ]}
    />
  );
}

type ResultsProps = { results: readonly BulkOutcome[]; total: number; finished: boolean };

function Results({ results, total, finished }: ResultsProps): ReactNode {
  const done = results.filter((result) => result.ok).length;
  const refused = results.length - done;
  return (
    <div className="grid gap-3">
      <ProgressBar value={Math.round((results.length / total) * 100)} label={t`Progress`} />
      <p role="status" className="font-semibold">
        {finished
          ? refused > 0
            ? t`${done} of ${total} done, ${refused} refused`
            : t`All ${total} done`
          : t`${results.length} of ${total}`}
      </p>
      <ul className="grid gap-1.5">
        {results.map(({ row, ok, text }) => (
          <li key={row.id} className="flex items-start gap-2.5">
            <Icon name={ok ? 'check' : 'warning'} className={ok ? 'text-resolved-mark' : 'text-danger'} />
            <span className="grid min-w-0">
              <span className="wrap-anywhere">
                <span className="sr-only">{ok ? t`Done:` : t`Refused:`} </span>
                <bdi>{row.title}</bdi>{' '}
                <span className="mono text-sm text-ink-2" translate="no">
                  {row.trackingId}
                </span>
              </span>
              {!ok && <span className="text-sm text-danger-ink">{say(text)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
