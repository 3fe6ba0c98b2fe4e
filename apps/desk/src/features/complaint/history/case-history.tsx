import { Translatable, useLocation } from '@baraza/app';
import type { DeskComplaint, HistoryEntry } from '@baraza/contract';
import { Notice, Timeline } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { lazy, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Attachments } from '../../../lib/media/attachments.tsx';
import { HistoryStep } from './history-step.tsx';

const RichTextView = lazy(() => import('@baraza/ui/rich-text-view'));

type CaseHistoryProps = {
  complaint: DeskComplaint;
  fresh: ReadonlySet<string>;
  now: Date;
  stale: boolean;
  /** Grows whenever the newest step is to be seen. */
  turn: number;
  /** Behind the last step: what is not sent yet. */
  children?: ReactNode;
};

/** Shows everything that happened, from first to last: the citizen's words, answers, notes, moves. */
export function CaseHistory({ complaint, fresh, now, stale, turn, children }: CaseHistoryProps) {
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
  const { index, turn: place } = useLinkedStep(complaint.history, turn);
  useLayoutEffect(() => {
    const linked = index === undefined ? undefined : steps.current?.children[index];
    // A folded one has no place.
    const step = linked?.checkVisibility() ? linked : steps.current?.lastElementChild;
    if (!region.current || !step) return;
    // Of a long one its beginning.
    region.current.scrollTop += step.getBoundingClientRect().top - region.current.getBoundingClientRect().top - 8;
  }, [index, place]);
  return (
    // What scrolls must be within reach of the keyboard. Reversed, its end stays in view while the composer grows.
    <div
      ref={region}
      className="case-history low:block low:overflow-visible relative flex min-h-48 flex-1 flex-col-reverse overflow-auto px-5 pt-4 pb-2 max-m:px-3 print:block print:overflow-visible"
      role="region"
      aria-label={t`History`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div className="mb-auto">
        {stale && (
          <Notice tone="warning" role="status" className="mb-4">
            {t`This complaint could not be brought up to date. What you see may be old.`}
          </Notice>
        )}
        <Timeline ref={steps} label={t`History`}>
          {complaint.history.map((entry) => {
            const before = folds.get(entry.id);
            return (
              <HistoryStep
                key={entry.id}
                entry={entry}
                complaint={complaint}
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
          {children}
        </Timeline>
      </div>
    </div>
  );
}

/** So many reminders in a row are folded. */
const leastFolded = 3;

/** Maps the last reminder or escalation of a row to the ids before it. */
export function foldReminders(
  history: readonly Pick<HistoryEntry, 'id' | 'action'>[],
): ReadonlyMap<string, readonly string[]> {
  const folds = new Map<string, readonly string[]>();
  let run: string[] = [];
  const close = () => {
    const last = run.at(-1);
    if (last !== undefined && run.length >= leastFolded) folds.set(last, run.slice(0, -1));
    run = [];
  };
  for (const { id, action } of history) {
    if (action === 'remind' || action === 'escalate') run.push(id);
    else close();
  }
  close();
  return folds;
}

/** Where the history opens: the step that the address names, and once there is more to see the newest. */
function useLinkedStep(history: DeskComplaint['history'], turn: number) {
  const { hash, key } = useLocation();
  const [followed, setFollowed] = useState({ key, turn });
  if (followed.key !== key) setFollowed({ key, turn });
  const index = history.findIndex(({ id }) => hash === `#step-${id}`);
  return { index: index >= 0 && followed.turn === turn ? index : undefined, turn: `${key} ${turn}` };
}

function Unfold({ count, onUnfold }: { count: number; onUnfold: () => void }) {
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

function FiledWords({ complaint }: { complaint: DeskComplaint }) {
  return (
    <>
      <Translatable complaint={complaint} entry={complaint.history[0]}>
        <RichTextView html={complaint.description} />
      </Translatable>
      {complaint.attachments.length > 0 && <Attachments attachments={complaint.attachments} />}
    </>
  );
}
