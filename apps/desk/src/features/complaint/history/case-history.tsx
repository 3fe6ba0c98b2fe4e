import type { DeskComplaint } from '@baraza/contract';
import { Notice } from '@baraza/ui/notice';
import { Timeline } from '@baraza/ui/timeline';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Attachments } from '../../../lib/media/attachments.tsx';
import { foldReminders } from './fold-reminders.ts';
import { HistoryStep } from './history-step.tsx';

const RichTextView = lazy(() => import('@baraza/ui/rich-text-view'));

type CaseHistoryProps = {
  complaint: DeskComplaint;
  fresh: ReadonlySet<string>;
  now: Date;
  /** The last refresh failed: what stands here may be old. */
  stale: boolean;
  /** Grows whenever the newest step is to be seen. */
  turn: number;
};

/** Shows everything that happened, from first to last: the citizen's words, answers, notes, moves. */
export function CaseHistory({ complaint, fresh, now, stale, turn }: CaseHistoryProps): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  const steps = useRef<HTMLOListElement>(null);
  const folds = foldReminders(complaint.history);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  // By the first of them: the last one is another with the next notice.
  const isUnfolded = ([first]: readonly string[]) => first !== undefined && unfolded.includes(first);
  const hidden = new Set([...folds.values()].flatMap((before) => (isUnfolded(before) ? [] : before)));
  const unfold = (before: readonly string[]) => {
    // The button goes, and the focus with it: the history, which scrolls, takes it.
    region.current?.focus({ preventScroll: true });
    setUnfolded([...unfolded, ...before.slice(0, 1)]);
  };
  useEffect(() => {
    if (turn === 0) return;
    // The answer of the server is drawn a moment later.
    const timer = setTimeout(() => steps.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), 60);
    return () => clearTimeout(timer);
  }, [turn]);
  return (
    // What scrolls must be within reach of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={region} className="case-history" role="region" aria-label={t`History`} tabIndex={0}>
      {stale && (
        <Notice tone="warning" role="status" className="mb-4">
          <Trans>This complaint could not be brought up to date. What you see may be old.</Trans>
        </Notice>
      )}
      <Timeline ref={steps} label={t`History`}>
        {complaint.history.map((entry) => {
          const before = folds.get(entry.id);
          return (
            <HistoryStep
              key={entry.id}
              entry={entry}
              citizenName={complaint.citizen.name}
              fresh={fresh.has(entry.id)}
              folded={hidden.has(entry.id)}
              now={now}
            >
              {entry.action === 'submit' ? (
                <FiledWords complaint={complaint} />
              ) : before && !isUnfolded(before) ? (
                <Unfold count={before.length} onUnfold={() => unfold(before)} />
              ) : null}
            </HistoryStep>
          );
        })}
      </Timeline>
    </div>
  );
}

function Unfold({ count, onUnfold }: { count: number; onUnfold: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="min-h-6 font-semibold text-brand underline underline-offset-3 print:hidden"
      onClick={onUnfold}
    >
      {t`${plural(count, { one: 'Show # earlier reminder', other: 'Show # earlier reminders' })}`}
    </button>
  );
}

function FiledWords({ complaint }: { complaint: DeskComplaint }): ReactNode {
  return (
    <>
      <Suspense>
        <RichTextView html={complaint.description} />
      </Suspense>
      {complaint.attachments.length > 0 && <Attachments attachments={complaint.attachments} />}
    </>
  );
}
