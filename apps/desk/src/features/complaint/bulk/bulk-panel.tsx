import { endpointQuery } from '@baraza/app';
import { type BulkAction, bulkActions, transitionOf, type Need, listKnownIssues } from '@baraza/contract';
import { cx, Button, Dialog, Notice, SelectField, TextField } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { ConfirmDialog } from '../../../lib/form/edit-dialog.tsx';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { useGather } from '../known-issue/use-gather.ts';
import { KnownIssueDialog } from '../known-issue/known-issue-dialog.tsx';
import { BulkFields } from './bulk-fields.tsx';
import { missingFor, stepsTo } from './bulk-plan.ts';
import { bulkLooks, BulkTally, leftOutTitle, Tallies } from './bulk-progress.tsx';
import { bulkWords, leftOutWords } from './bulk-words.ts';
import { undoSeconds, type Bulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

/** Complaints of one category on which an action needs no second look. */
const freely = 25;

type BulkPanelProps = {
  bulk: Bulk;
  selection: Selection;
  headingLevel: 'h1' | 'h2';
  onBack?: () => void;
};

/** Previews a bulk action: its fields, the complaints included, and those left out. */
export function BulkPanel({ bulk, selection, headingLevel: H, onBack }: BulkPanelProps): ReactNode {
  const me = useMe();
  const { action, values, plan } = bulk;
  const [missing, setMissing] = useState<readonly Need[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const many = plan.included.length;
  const words = action && bulkWords(action, many);
  const chosen = selection.chosen.length;
  const level = H === 'h1' ? 'h2' : 'h3';
  const startedFirst = action ? plan.included.filter((row) => (stepsTo(action, row, me) ?? []).length > 1).length : 0;
  const stillMissing = missing.filter((need) => action && missingFor(action, values).includes(need));
  const categories = new Set(plan.included.map(({ category }) => category.id)).size;
  const isFarReaching = many > freely || categories > 1;
  const [typed, setTyped] = useState('');
  const isReady = many > 0 && (!isFarReaching || typed.trim() === String(many));
  useEffect(() => {
    if (onBack) heading.current?.focus();
    // Only once, when it replaces the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const choose = (option: BulkAction) => {
    setMissing([]);
    bulk.choose(option);
  };
  const chooseByKey = (option: BulkAction) => () => {
    choose(option);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('textarea, select, input')?.focus());
  };
  useShortcuts({
    r: chooseByKey('reply'),
    e: chooseByKey('resolve'),
    a: chooseByKey('assign'),
    t: chooseByKey('tag'),
  });

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (action === null || bulk.isStarting) return;
    const needs = missingFor(action, values);
    setMissing(needs);
    if (needs[0]) return (form.current?.elements.namedItem(needs[0]) as HTMLElement | null)?.focus();
    if (isReady) bulk.begin();
  };
  return (
    <section className={bulkLooks.whole} aria-label={t`Selected complaints`}>
      <header className="grid gap-2 border-b border-line px-5 py-3">
        <div role="status">
          <H ref={heading} tabIndex={-1} className="text-h2">
            {t`${plural(chosen, { one: '# complaint selected', other: '# complaints selected' })}`}
          </H>
        </div>
        <div role="group" aria-label={t`Actions for the selected complaints`} className="flex flex-wrap gap-1.5">
          {bulkActions
            .filter((option) => transitionOf(option).by.includes(me.role))
            .map((option) => (
              <Button
                key={option}
                size="s"
                aria-pressed={option === action}
                className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-soft-ink"
                onClick={() => choose(option)}
              >
                {bulkWords(option, chosen).name}
              </Button>
            ))}
          <MakeKnownIssue selection={selection} />
        </div>
      </header>
      <div className={cx(bulkLooks.body, 'min-[75rem]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]')}>
        <form
          ref={form}
          id="bulk-form"
          noValidate
          className="grid content-start gap-4"
          onSubmit={submit}
          // Sends from every field.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        >
          <BulkFields bulk={bulk} selection={selection} missing={stillMissing} />
          {isFarReaching && (
            <Notice tone="warning">
              <p>
                {categories > 1
                  ? t`This changes ${many} complaints of ${categories} categories.`
                  : t`This changes ${many} complaints at once.`}
              </p>
              <TextField
                label={t`Type ${many} to confirm`}
                inputMode="numeric"
                autoComplete="off"
                fieldClassName="max-w-60"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </Notice>
          )}
        </form>
        <div className="grid content-start gap-5">
          {words && many > 0 && (
            <Tallies level={level} title={t`What will happen`}>
              <BulkTally title={words.effect} hint={words.hint} rows={plan.included} tone="good" />
              {startedFirst > 0 && (
                <p className="border-t border-line px-4 py-3 text-sm text-ink-2">
                  {t`${plural(startedFirst, { one: '# is not started yet and will be started first.', other: '# are not started yet and will be started first.' })}`}
                </p>
              )}
            </Tallies>
          )}
          {plan.leftOut.size > 0 && (
            <Tallies level={level} title={leftOutTitle(chosen - many)}>
              {[...plan.leftOut].map(([reason, rows]) => (
                <BulkTally key={reason} {...leftOutWords(reason)} rows={rows} />
              ))}
            </Tallies>
          )}
        </div>
      </div>
      <footer className={bulkLooks.foot}>
        <p className="grow basis-40 text-sm text-ink-2">
          {action &&
            many > 0 &&
            transitionOf(action).visibility === 'public' &&
            t`Sending starts ${undoSeconds} seconds later; until then you can undo it.`}
        </p>
        <Button onClick={onBack ?? bulk.close}>{onBack ? t`Back to the list` : t`Cancel`}</Button>
        {words && (
          <Button type="submit" form="bulk-form" variant="primary" disabled={!isReady} loading={bulk.isStarting}>
            {words.submit}
          </Button>
        )}
      </footer>
    </section>
  );
}

/** Adds selected complaints to an open known issue; supervisors can begin one. */
function MakeKnownIssue({ selection }: { selection: Selection }): ReactNode {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const complaints = selection.chosen.filter(({ mda }) => mda.id === me.mda?.id).map(({ id }) => id);
  return (
    <>
      <Button size="s" aria-haspopup="dialog" disabled={complaints.length === 0} onClick={() => setOpen(true)}>
        {me.role === 'supervisor' ? t`Publish as known issue…` : t`Add to a known issue…`}
      </Button>
      {isOpen && <GatherDialog complaints={complaints} onClose={() => setOpen(false)} />}
    </>
  );
}

function GatherDialog({ complaints, onClose }: { complaints: string[]; onClose: () => void }): ReactNode {
  const me = useMe();
  const gather = useGather();
  const issues = useQuery(endpointQuery(listKnownIssues));
  const [into, setInto] = useState('');
  const open = (issues.data ?? []).filter(({ state }) => state === 'open');
  const chosen = into || (me.role === 'supervisor' ? '' : (open[0]?.id ?? ''));
  const choice = open.length > 0 && (
    <SelectField
      label={t`Known issue`}
      placeholder={me.role === 'supervisor' ? t`A new one` : undefined}
      value={chosen}
      onChange={({ target }) => setInto(target.value)}
      options={open.map(({ id, title, area }) => ({ value: id, label: area ? `${title} · ${area.name}` : title }))}
    />
  );
  if (chosen === '' && me.role === 'officer') {
    return (
      <Dialog title={t`Add to a known issue`} onClose={onClose} closeLabel={t`Close`}>
        <p>{issues.data ? t`There is no open known issue. Supervisors publish them.` : t`Loading`}</p>
      </Dialog>
    );
  }
  if (chosen === '') {
    return (
      <KnownIssueDialog complaints={complaints} onClose={onClose}>
        {choice}
      </KnownIssueDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t`Add to a known issue`}
      yes={t`Add to the known issue`}
      act={() => gather(chosen, complaints)}
      doneText={t`Complaints added to the known issue.`}
      onClose={onClose}
    >
      {choice}
    </ConfirmDialog>
  );
}
