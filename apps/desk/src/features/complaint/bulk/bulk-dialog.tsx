import { limit, type DeskComplaintSummary } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { Icon } from '@baraza/ui/icon';
import { Notice } from '@baraza/ui/notice';
import { ProgressBar } from '@baraza/ui/progress-bar';
import { SelectField, TextareaField } from '@baraza/ui/fields';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { say } from '@baraza/app/texts';
import { possibleRows } from './bulk-rows.ts';
import { useColleagues } from '../complaint.api.ts';
import { useBulk, type BulkOutcome } from './use-bulk.ts';

export type BulkAction = 'assign' | 'reply';
type BulkDialogProps = { action: BulkAction; rows: readonly DeskComplaintSummary[]; onClose: (done: boolean) => void };

const nobody = 'nobody';

/** Assigns or answers the selected complaints, and shows the result of each. */
export function BulkDialog({ action, rows: selected, onClose }: BulkDialogProps): ReactNode {
  const me = useMe();
  // The list goes on changing below; what is done is done with what was chosen.
  const [rows, setRows] = useState(() => possibleRows(selected, action, me));
  const [leftOut, setLeftOut] = useState(selected.length - rows.length);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const control = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const bulk = useBulk();
  const finished = bulk.results.length > 0 && !bulk.running;
  const refused = bulk.results.filter((result) => !result.ok);
  const title =
    action === 'reply' ? t`Reply to ${count(rows.length || leftOut)}` : t`Assign ${count(rows.length || leftOut)}`;
  // Officers assign to themselves, supervisors to anyone.
  const colleagues = useColleagues(action === 'assign' && me.role === 'supervisor');
  const assignees = [
    { value: me.id, label: t`Me (${fullName(me)})` },
    ...(colleagues.data ?? []).filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: id, label: name })),
    { value: nobody, label: t`Nobody` },
  ];
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
    if (bulk.running) return;
    if (!value.trim()) {
      setError(action === 'reply' ? t`Write your words to the citizens first.` : t`Choose somebody.`);
      return control.current?.focus();
    }
    void bulk.run(
      rows,
      action === 'reply' ? { action, text: value.trim() } : { action, assignee: value === nobody ? null : value },
    );
  };
  const field = {
    ref: control,
    required: true,
    value,
    error,
    errorPrefix: t`Error:`,
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement | HTMLSelectElement>) => {
      setValue(target.value);
      setError(undefined);
    },
  };
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
            <TextareaField
              {...field}
              label={t`Reply to each citizen`}
              hint={t`Each of them reads the same words.`}
              rows={6}
              maxLength={limit.textMax}
            />
          ) : (
            <SelectField {...field} label={t`Assign to`} placeholder={t`Choose one`} options={assignees} />
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
