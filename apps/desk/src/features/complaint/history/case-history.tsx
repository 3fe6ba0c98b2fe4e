import { AttachmentList, Translatable, useLocation } from '@baraza/app';
import type { DeskComplaint } from '@baraza/contract';
import { Notice, Timeline } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { lazy, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { foldSteps, openingStep } from './fold-steps.ts';
import { FoldedSteps, HistoryStep } from './history-step.tsx';

const RichTextView = lazy(() => import('@baraza/ui/rich-text-view'));

type CaseHistoryProps = {
  complaint: DeskComplaint;
  fresh: ReadonlySet<string>;
  now: Date;
  stale: boolean;
  /** Grows whenever the newest step should be scrolled to. */
  turn: number;
  /** Replies not sent yet, shown after the last step. */
  children?: ReactNode;
};

/** Shows the history of a complaint, oldest first. */
export function CaseHistory({ complaint, fresh, now, stale, turn, children }: CaseHistoryProps) {
  const region = useRef<HTMLDivElement>(null);
  const steps = useRef<HTMLOListElement>(null);
  const groups = foldSteps(complaint.history);
  const { id, turn: place } = useFirstStep(complaint.history, turn);
  const index = groups.findIndex((group) => group.some((entry) => entry.id === id));
  useLayoutEffect(() => {
    const step = steps.current?.children[index] ?? steps.current?.lastElementChild;
    if (!region.current || !step) return;
    // Scrolls to the top of the step, which may be taller than the region.
    region.current.scrollTop += step.getBoundingClientRect().top - region.current.getBoundingClientRect().top - 8;
  }, [index, place]);
  return (
    // Focusable, so that the keyboard can scroll it. Reversed, so that its end stays in view while the composer grows.
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
            {t`This complaint could not be refreshed. It may be out of date.`}
          </Notice>
        )}
        <Timeline ref={steps} label={t`History`}>
          {groups.map((group, position) => {
            const shown = group.map((entry) => (
              <HistoryStep key={entry.id} entry={entry} complaint={complaint} fresh={fresh.has(entry.id)} now={now}>
                {entry.action === 'submit' && <FiledWords complaint={complaint} />}
              </HistoryStep>
            ));
            if (group.length === 1) return shown;
            return (
              <FoldedSteps key={group[0]?.id} steps={group} open={position === index}>
                {shown}
              </FoldedSteps>
            );
          })}
          {children}
        </Timeline>
      </div>
    </div>
  );
}

/** Returns the step in the address or where the complaint opens, until a newer one. */
function useFirstStep(history: DeskComplaint['history'], turn: number) {
  const { hash, key } = useLocation();
  const [followed, setFollowed] = useState({ key, turn, opened: openingStep(history)?.id });
  if (followed.key !== key) setFollowed({ key, turn, opened: openingStep(history)?.id });
  const linked = history.find(({ id }) => hash === `#step-${id}`)?.id;
  return { id: followed.turn === turn ? (linked ?? followed.opened) : undefined, turn: `${key} ${turn}` };
}

function FiledWords({ complaint }: { complaint: DeskComplaint }) {
  return (
    <>
      <Translatable complaint={complaint} entry={complaint.history[0]}>
        <RichTextView html={complaint.description} />
      </Translatable>
      {complaint.attachments.length > 0 && <AttachmentList compact attachments={complaint.attachments} />}
    </>
  );
}
