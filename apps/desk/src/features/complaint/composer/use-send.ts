import { formatDay, newKey, notify, say, useLocation, useNavigate, useUpload } from '@baraza/app';
import {
  fillPlaceholders,
  gapsIn,
  limit,
  message,
  placeholderUnknown,
  unknownPlaceholders,
  type DeskComplaint,
  type Outcome,
} from '@baraza/contract';
import { evidenceKinds } from '@baraza/ui/lib/media-rules';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { announce } from '../../../lib/page/announcer.tsx';
import { afterSendPreference } from '../../../lib/storage/preference.ts';
import { useColleagues } from '../complaint.api.ts';
import type { Seen } from '../transition/use-seen.ts';
import type { Transitions } from '../transition/use-transitions.ts';
import type { ComposerState, Tab } from './use-composer-state.ts';
import { mentionsIn } from './mentions.ts';
import type { DraftHandle } from './use-draft.ts';
import { alsoOf, useStaged } from './use-staged.ts';
import { takeUndoneFiles, undoSeconds, type HeldReplies } from './use-held-replies.ts';

/** Elements of an open complaint that take the focus. */
export interface FocusTargets {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly text: RefObject<HTMLTextAreaElement | null>;
  /** Stands in place of the text until work has started. */
  readonly start: RefObject<HTMLButtonElement | null>;
}

/** Everything that the composer and its sending share. */
export interface Writing {
  readonly complaint: DeskComplaint;
  readonly state: ComposerState;
  readonly drafts: DraftHandle;
  readonly replies: HeldReplies;
  readonly seen: Seen;
  readonly transitions: Transitions;
  readonly targets: FocusTargets;
  readonly onNext?: (() => void) | undefined;
}

/** Checks and sends the text with its files and outcome, and reports missing values. */
export function useSend({ complaint, state, drafts, replies, seen, transitions, targets, onNext }: Writing) {
  const { tab, mode } = state;
  const text = drafts.draft[tab];
  const action = tab === 'note' ? 'note' : mode;
  const readButton = useRef<HTMLButtonElement>(null);
  const outcomeField = useRef<HTMLSelectElement>(null);
  const [error, setError] = useState<string>();
  const media = useMediaFiles({ kinds: evidenceKinds, maxBytes: limit.mediaBytes });
  const carry = useUpload(media);
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const [noOutcome, setNoOutcome] = useState(false);
  const { staged, stage } = useStaged(complaint.id);
  const me = useMe();
  const canMention = me.role !== 'oversight';
  const colleagues = useColleagues(canMention && drafts.draft.note.includes('@'));
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // Runs after every render, since undoing a reply renders this again.
  useEffect(() => {
    const files = takeUndoneFiles(complaint.id);
    if (files.length > 0) media.restore(files);
  });

  const fill = (words: string) => {
    const { citizen, dueAt, mda, title, trackingId } = complaint;
    const dueDate = dueAt && formatDay(dueAt);
    return fillPlaceholders(words, {
      citizen: citizen.firstName,
      trackingId,
      title,
      mda: mda.name,
      officer: fullName(me),
      dueDate,
    });
  };
  const findMentions = async () => {
    if (tab !== 'note' || !canMention || !text.includes('@')) return {};
    const people = colleagues.data ?? (await colleagues.refetch()).data ?? [];
    const ids = mentionsIn(text, people).map(({ id }) => id);
    return ids.length > 0 ? { mentions: ids } : {};
  };
  const focusAfter = (sent: string) => {
    const target = sent === 'resolve' ? null : targets.text.current;
    (target ?? targets.heading.current)?.focus();
  };
  const send = async () => {
    if (!action || transitions.pending) return;
    const isFull = tab === 'reply' && media.count > limit.mediaFiles;
    const filled = tab === 'reply' ? fill(text.trim()) : text.trim();
    const problem = problemOf(filled, tab) ?? (isFull ? say(message.tooManyFiles) : undefined);
    setError(problem);
    if (problem) return targets.text.current?.focus();
    // Unread steps have to be read before sending.
    if (seen.unread.length > 0) return readButton.current?.focus();
    setNoOutcome(action === 'resolve' && outcome === '');
    if (action === 'resolve' && outcome === '') return outcomeField.current?.focus();
    const carryFiles = tab === 'reply' && media.items.length > 0 ? carry : undefined;
    const hold = action === 'note' ? undefined : newKey();
    const more = {
      hold,
      also: action === 'note' ? undefined : alsoOf(staged),
      ...(action === 'resolve' && outcome ? { outcome } : {}),
      ...(await findMentions()),
    };
    const result = await transitions.act(action, { text: filled, ...more }, carryFiles);
    if (!result?.after) return;
    const files = carryFiles ? ((await media.settled()) ?? []).flatMap(({ file }) => file ?? []) : [];
    if (carryFiles) media.clear();
    setOutcome('');
    drafts.write(tab, '');
    // Asking and resolving are chosen each time, so that the next text does not close the complaint by accident.
    if (tab === 'reply') state.open('reply', 'reply');
    const opensNext = action !== 'note' && afterSendPreference.get() === 'next' && onNext;
    if (hold) {
      stage([]);
      const reply = { hold, text, files, staged };
      replies.add({ ...reply, steps: result.after.history.length });
      if (opensNext) offerUndo(reply);
      else announce(t`Sent.`);
    } else notify.success(t`Note saved.`);
    if (opensNext) onNext();
    else requestAnimationFrame(() => focusAfter(action));
  };
  /** Offers Undo in a toast when the next complaint replaces this one. */
  const offerUndo = (reply: Parameters<typeof replies.undo>[0]) => {
    const run = () => void replies.undo(reply).then(() => navigate(pathname + search));
    notify.success(t`Sent.`, { label: (seconds) => t`Undo (${seconds})`, seconds: undoSeconds, run });
  };
  return {
    text,
    action,
    readButton,
    outcomeField,
    send,
    fill,
    error,
    forgetError: () => setError(undefined),
    media,
    staged,
    stage,
    outcome,
    noOutcome,
    chooseOutcome: (chosen: Outcome | '') => {
      setNoOutcome(false);
      setOutcome(chosen);
    },
    canMention,
    mentioned: tab === 'note' ? mentionsIn(text, colleagues.data ?? []) : [],
  };
}

function problemOf(text: string, tab: Tab): string | undefined {
  if (text.trim() === '')
    return tab === 'note' ? t`Write the note first.` : t`Write your message to the citizen first.`;
  const gaps = tab === 'reply' ? gapsIn(text).join(', ') : '';
  if (tab === 'reply' && unknownPlaceholders(text).length > 0) return say(placeholderUnknown);
  if (gaps) return t`This complaint has no value for ${gaps}. Fill it in yourself, or remove it.`;
  return text.trim().length > limit.textMax ? t`This text is too long.` : undefined;
}
