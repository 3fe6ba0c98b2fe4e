import { endpointQuery, notify, useLocation, useReadComplaint } from '@baraza/app';
import { getDeskComplaint, type DeskComplaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { useFocusLater } from '../../../lib/form/use-focus-later.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { CaseBands } from './case-bands.tsx';
import { CaseFacts, FactsDrawer } from './case-facts.tsx';
import { CaseHead } from './case-head.tsx';
import { CaseHistory } from '../history/case-history.tsx';
import { HeldStep } from '../history/history-step.tsx';
import { Composer } from '../composer/composer.tsx';
import type { OpenDialog } from '../transition/dialogs.tsx';
import { TransitionDialog } from '../transition/transition-dialog.tsx';
import { useComposerState } from '../composer/use-composer-state.ts';
import { useReportPresence, usePresent } from '../presence/presence.ts';
import { useTransitions } from '../transition/use-transitions.ts';
import { useDraft } from '../composer/use-draft.ts';
import { holdingDecisions, useHeldReplies } from '../composer/use-held-replies.ts';
import type { FocusTargets } from '../composer/use-send.ts';
import { useSeen } from '../transition/use-seen.ts';
import { DialogPlace, Icon } from '@baraza/ui';

export type CaseProps = {
  id: string;
  onClose: () => void;
  onNext?: () => void;
  onPrevious?: () => void;
};

type OpenCaseProps = CaseProps & {
  complaint: DeskComplaint;
  stale: boolean;
};

/** Shows one complaint: its head, history, facts, and the composer. */
export function OpenCase(props: OpenCaseProps) {
  const { complaint, stale, onClose, onNext, onPrevious } = props;
  const now = useNow();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [facts, setFacts] = useState(false);
  const drafts = useDraft(complaint.id);
  const replies = useHeldReplies(complaint, drafts);
  const isWriting = drafts.draft.reply.trim() !== '' || drafts.draft.note.trim() !== '' || dialog !== null;
  const seen = useSeen(complaint, isWriting, useMe().id);
  const client = useQueryClient();
  const transitions = useTransitions(complaint, seen, () => {
    onClose();
    client.removeQueries(endpointQuery(getDeskComplaint, { params: { id: complaint.id } }));
  });
  // An earlier draft does not count as writing now.
  const [kept] = useState(drafts.draft);
  const composer = useComposerState(complaint, kept.reply === '' && kept.note !== '' ? 'note' : 'reply');
  const typed = drafts.draft[composer.tab];
  useReportPresence(complaint.id, typed.trim() !== '' && typed !== kept[composer.tab] ? composer.tab : null);
  const can = (action: DeskComplaint['allowed'][number]) => complaint.allowed.includes(action);

  const heading = useRef<HTMLHeadingElement>(null);
  const column = useRef<HTMLElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const startButton = useRef<HTMLButtonElement>(null);
  const targets: FocusTargets = { heading, text, start: startButton };
  const focusLater = useFocusLater();
  const write: typeof composer.open = (tab, mode) => {
    composer.open(tab, mode);
    focusLater(text, startButton);
  };
  const start = async (mode: 'reply' | 'ask' | 'resolve' = 'reply') => {
    if (!(await transitions.act('start'))) return;
    notify.success(t`Work started. The citizen has been notified.`);
    write('reply', mode);
  };
  const open = (action: 'tag' | 'call') => {
    // The focus comes back to where it was.
    heading.current?.focus();
    setDialog({ action });
  };
  const startAnd = (mode: 'ask' | 'resolve') => (can('start') ? () => void start(mode) : undefined);
  const location = useLocation();
  const byNotification = (location.state as { notification?: string } | null)?.notification !== undefined;
  useReadComplaint(complaint.id, { byNotification, isOnScreen: true });
  useShortcuts({
    r: composer.tabs.includes('reply') ? () => write('reply', 'reply') : undefined,
    q: can('ask') ? () => write('reply', 'ask') : startAnd('ask'),
    n: can('note') ? () => write('note') : undefined,
    t: can('tag') ? () => open('tag') : undefined,
    p: can('call') ? () => open('call') : undefined,
    i: () => (column.current?.checkVisibility() ? column.current.focus() : setFacts(true)),
    e: can('resolve') ? () => write('reply', 'resolve') : startAnd('resolve'),
  });

  const writing = { complaint, drafts, replies, seen, transitions, targets, onNext };
  const deciding = holdingDecisions(transitions, replies);
  const part = { complaint, now, transitions: deciding, onDialog: setDialog };
  return (
    <>
      <section
        className="case @container/case low:block relative flex min-h-0 min-w-0 flex-col overflow-auto bg-surface print:block print:overflow-visible print:bg-transparent"
        aria-label={complaint.trackingId}
      >
        <CaseHead
          {...part}
          headingRef={heading}
          onStart={() => void start()}
          onWrite={write}
          onFacts={() => setFacts(true)}
          onClose={onClose}
          onNext={onNext}
          onPrevious={onPrevious}
        />
        <CaseBands {...part} replies={replies} onMoved={() => focusLater(heading)} />
        {/* Wraps the whole history, so that it opens at its newest step once the description is loaded. */}
        <Suspense fallback={<div className="flex-1" />}>
          <CaseHistory
            complaint={complaint}
            fresh={seen.fresh}
            now={now}
            stale={stale}
            turn={seen.turn + replies.held.length}
          >
            {replies.held.map((reply) => (
              <HeldStep
                key={reply.hold}
                reply={reply}
                onUndo={() => void replies.undo(reply).then(() => focusLater(text, heading))}
              />
            ))}
          </CaseHistory>
        </Suspense>
        <PresentLine complaintId={complaint.id} />
        {/* A move stands in its place, so that the thread stays in sight; what was written and chosen is kept. */}
        <div className={dialog ? 'hidden' : 'contents'}>
          <Composer {...writing} state={composer} onStart={() => void start()} />
        </div>
        <div ref={setPlace} className="case-move" />
      </section>
      {/* Narrow screens show it as a drawer. */}
      <aside
        ref={column}
        tabIndex={-1}
        className="case-facts relative overflow-auto border-s border-line bg-paper p-4 max-xl:hidden print:block print:overflow-visible print:border-0 print:bg-transparent print:px-5"
        aria-label={t`Facts about the complaint`}
      >
        <CaseFacts {...part} />
      </aside>
      {facts && <FactsDrawer {...part} onClose={() => setFacts(false)} />}
      {dialog && place && (
        <DialogPlace value={place}>
          <TransitionDialog
            key={`${dialog.action} ${dialog.person?.id}`}
            {...dialog}
            complaint={complaint}
            seen={seen}
            transitions={deciding}
            onClose={() => setDialog(null)}
            // The button that opened it no longer exists.
            onDone={() => focusLater(heading)}
          />
        </DialogPlace>
      )}
    </>
  );
}

function PresentLine({ complaintId }: { complaintId: string }) {
  const people = usePresent(complaintId);
  return (
    <div role="status" className="px-4 text-sm text-ink-2 empty:hidden print:hidden">
      {people.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 py-1">
          {people.map(({ person: { id, name }, writing }) => (
            <li key={id} className="flex items-center gap-1.5">
              <Icon name={writing ? 'pen' : 'eye'} size="s" />
              <bdi>
                {writing === 'note'
                  ? t`${name} is writing an internal note`
                  : writing === 'reply'
                    ? t`${name} is writing a reply`
                    : t`${name} has this open`}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
