import { Translatable, useLocation } from '@baraza/app';
import type { DeskComplaint, HistoryEntry } from '@baraza/contract';
import { Notice, Timeline } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { lazy, Suspense, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
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
  useStepInView(region, steps, useLinkedStep(complaint.history, turn));
  return (
    // What scrolls must be within reach of the keyboard.
    <div
      ref={region}
      className="case-history low:overflow-visible relative min-h-48 flex-1 overflow-auto px-5 pt-4 pb-2 max-m:px-3 print:overflow-visible"
      role="region"
      aria-label={t`History`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
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

/** Opens at a step, by default the newest, and stays there until somebody scrolls; comes back whenever `turn` changes. */
function useStepInView(
  region: RefObject<HTMLElement | null>,
  steps: RefObject<HTMLElement | null>,
  { index, turn }: ReturnType<typeof useLinkedStep>,
): void {
  useLayoutEffect(() => {
    const [box, list] = [region.current, steps.current];
    if (!box || !list) return;
    // Words and pictures that load late, and a composer that grows, move the step.
    const observer = new ResizeObserver(() => {
      const linked = index === undefined ? undefined : list.children[index];
      // A folded one has no place.
      const step = linked?.checkVisibility() ? linked : list.lastElementChild;
      // Of a long one its beginning.
      const top = step instanceof HTMLElement ? step.offsetTop : 0;
      box.scrollTop = Math.min(box.scrollHeight, top - 8);
    });
    for (const moving of [box, list]) observer.observe(moving);
    const leave = () => observer.disconnect();
    const scrolling = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
    for (const event of scrolling) box.addEventListener(event, leave, { passive: true });
    return () => {
      leave();
      for (const event of scrolling) box.removeEventListener(event, leave);
    };
  }, [region, steps, index, turn]);
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
        <Suspense>
          <RichTextView html={complaint.description} />
        </Suspense>
      </Translatable>
      {complaint.attachments.length > 0 && <Attachments attachments={complaint.attachments} />}
    </>
  );
}
