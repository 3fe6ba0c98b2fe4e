import { notify } from '@baraza/app/notify';
import { getDeskComplaint, type DeskComplaint } from '@baraza/contract';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { reads } from '../../../lib/api/api.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useShortcuts } from '../../../lib/shortcut/use-shortcuts.ts';
import { CaseFacts } from './case-facts.tsx';
import { CaseHead } from './case-head.tsx';
import { CaseHistory } from '../history/case-history.tsx';
import { CasePrintHead } from './case-print-head.tsx';
import { Composer } from '../composer/composer.tsx';
import { CaseStep, type Step } from './case-steps.tsx';
import { startingMode, tabsOf, type ComposerState, type Mode, type Tab } from '../composer/composer-modes.ts';
import { useActs } from '../transition/use-acts.ts';
import { useDraft } from '../composer/use-draft.ts';
import { useSeen } from '../transition/use-seen.ts';

export type CaseProps = {
  id: string;
  headingLevel: 'h1' | 'h2';
  onClose: () => void;
  onNext?: () => void;
  onPrevious?: () => void;
};

type OpenCaseProps = CaseProps & {
  complaint: DeskComplaint;
  /** The last refresh failed: what stands here may be old. */
  stale: boolean;
};

/** One complaint: what it is, everything that was said, and the place to answer. */
export function OpenCase(props: OpenCaseProps): ReactNode {
  const { complaint, headingLevel, stale, onClose, onNext, onPrevious } = props;
  const now = useNow();
  const section = useRef<HTMLElement>(null);
  const [step, setStep] = useState<Step | null>(null);
  const drafts = useDraft(complaint.id);
  const writing = drafts.draft.reply.trim() !== '' || drafts.draft.note.trim() !== '' || step !== null;
  const seen = useSeen(complaint, writing);
  const acts = useActs(complaint, seen);
  const composer = useComposerState(complaint);
  useNewestInView(section, seen.turn);
  const can = (action: DeskComplaint['allowed'][number]) => complaint.allowed.includes(action);

  const click = (mark: string) => section.current?.querySelector<HTMLElement>(`[data-key="${mark}"]`)?.click();
  const focusLater = useFocusLater(section);
  const write = (tab: Tab, mode?: Mode) => {
    composer.open(tab, mode);
    focusLater('[data-composer]');
  };
  const start = async () => {
    if (!(await acts.act('start'))) return;
    notify.success(t`Work started. The citizen has been told.`);
    composer.open('reply');
    focusLater('textarea[data-composer]');
  };
  const client = useQueryClient();
  /** What is out of reach by now is not kept in memory either. */
  const leave = () => {
    onClose();
    client.removeQueries(reads(getDeskComplaint, { params: { id: complaint.id } }));
  };
  useShortcuts({
    r: tabsOf(complaint.allowed).includes('reply') ? () => write('reply') : undefined,
    n: can('note') ? () => write('note') : undefined,
    // What nobody has started is not resolved yet: the key leads to how to begin.
    e: can('resolve') ? () => write('reply', 'resolve') : can('start') ? () => write('reply') : undefined,
    a: can('assign') ? () => click('assign') : undefined,
    s: () => click('status'),
    '.': () => section.current?.querySelector<HTMLElement>('.case-id button')?.click(),
  });

  return (
    <>
      <section ref={section} className="case" aria-label={complaint.trackingId}>
        <CasePrintHead complaint={complaint} now={now} />
        <CaseHead
          complaint={complaint}
          now={now}
          headingLevel={headingLevel}
          acts={acts}
          onStart={() => void start()}
          onWrite={write}
          onStep={setStep}
          onMoved={() => focusLater(heading)}
          onClose={onClose}
          onNext={onNext}
          onPrevious={onPrevious}
        />
        {/* What scrolls must be within reach of the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="case-history" role="region" aria-label={t`History`} tabIndex={0}>
          {stale && (
            <Notice tone="warning" role="status" className="mb-4">
              <Trans>This complaint could not be brought up to date. What you see may be old.</Trans>
            </Notice>
          )}
          <CaseHistory complaint={complaint} fresh={seen.fresh} now={now} />
        </div>
        <Composer
          complaint={complaint}
          state={composer}
          drafts={drafts}
          seen={seen}
          acts={acts}
          onStart={() => void start()}
          onNext={onNext}
        />
      </section>
      <aside className="case-facts" data-column="" aria-label={t`Facts about the complaint`}>
        <CaseFacts complaint={complaint} level="h2" now={now} acts={acts} onStep={setStep} />
      </aside>
      {step && (
        <CaseStep
          step={step}
          complaint={complaint}
          seen={seen}
          acts={acts}
          onClose={() => setStep(null)}
          // The button that opened the dialog is gone by then.
          onDone={() => focusLater(heading)}
          onGone={leave}
        />
      )}
    </>
  );
}

const heading = '.case-head [tabindex="-1"]';

/** Which tab is open and what sending will do; what the complaint no longer allows gives way. */
function useComposerState(complaint: DeskComplaint): ComposerState {
  const tabs = tabsOf(complaint.allowed);
  const [wantedTab, setTab] = useState<Tab>('reply');
  const [wantedMode, setMode] = useState<Mode>('reply');
  return {
    tabs,
    tab: tabs.includes(wantedTab) ? wantedTab : (tabs[0] ?? 'note'),
    mode: startingMode(complaint.allowed, wantedMode),
    open: (tab, mode) => {
      setTab(tab);
      if (mode) setMode(mode);
    },
  };
}

/** Moves the focus to something that may be there only after one of the next drawings. */
function useFocusLater(box: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef<string | null>(null);
  const [, redraw] = useState(0);
  useEffect(() => {
    const target = wanted.current && box.current?.querySelector<HTMLElement>(wanted.current);
    if (!target) return;
    wanted.current = null;
    target.focus();
  });
  return (selector) => {
    wanted.current = selector;
    redraw((count) => count + 1);
  };
}

/** Brings the newest step into view when there is one to look at; who reads further up is left in peace otherwise. */
function useNewestInView(box: RefObject<HTMLElement | null>, turn: number): void {
  useEffect(() => {
    if (turn === 0) return;
    // The answer of the server is drawn a moment later.
    const timer = setTimeout(
      () => box.current?.querySelector('.timeline > li:last-child')?.scrollIntoView({ block: 'nearest' }),
      60,
    );
    return () => clearTimeout(timer);
  }, [box, turn]);
}
