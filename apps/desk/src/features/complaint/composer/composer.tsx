import { notify } from '@baraza/app/notify';
import { gapsIn, limit, message, type DeskComplaint, type Outcome, type SavedReplyStep } from '@baraza/contract';
import type { MenuHandle } from '@baraza/ui/menu';
import { SelectField, TextareaField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { say } from '@baraza/app/texts';
import { useUpload } from '@baraza/app/use-upload';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { insertText, placeCursor } from '../../../lib/form/insert-text.ts';
import { afterSendPreference } from '../../../lib/storage/preference.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useColleagues } from '../complaint.api.ts';
import { modes, modesOf, type ComposerState } from './composer-modes.ts';
import { MentionMenu, SavedReplyMenu } from './composer-menus.tsx';
import { mentionsIn } from './mentions.ts';
import { outcomeOptions } from '../transition/outcome-words.ts';
import { UpdateNotice, Refusal } from '../transition/refusal.tsx';
import { DraftMark, TabSwitch } from './composer-marks.tsx';
import { SendButton } from './send-button.tsx';
import { useSentNotice } from './use-sent-notice.ts';
import { ClipButton, FileChips } from './reply-files.tsx';
import { StartFirst } from './start-first.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import type { DraftHandle } from './use-draft.ts';
import type { Seen } from '../transition/use-seen.ts';
import { useToastLift } from './use-toast-lift.ts';

/** Where the focus goes in an open complaint. */
export interface FocusTargets {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly text: RefObject<HTMLTextAreaElement | null>;
  /** In the place of the text, while nobody has started on the complaint. */
  readonly start: RefObject<HTMLButtonElement | null>;
}

type ComposerProps = {
  complaint: DeskComplaint;
  state: ComposerState;
  drafts: DraftHandle;
  seen: Seen;
  transitions: Transitions;
  targets: FocusTargets;
  onStart: () => void;
  onNext?: () => void;
};

/** Writes replies to the citizen and notes to colleagues. Both drafts stay until they are sent. */
export function Composer(props: ComposerProps): ReactNode {
  const { complaint, state, drafts, seen, transitions, targets, onStart, onNext } = props;
  const { tab, mode } = state;
  const form = useRef<HTMLFormElement>(null);
  const readButton = useRef<HTMLButtonElement>(null);
  const outcomeField = useRef<HTMLSelectElement>(null);
  const savedReplies = useRef<MenuHandle>(null);
  const mention = useRef<MenuHandle>(null);
  useToastLift(form);
  const [error, setError] = useState<string>();
  const media = useMediaFiles({ kinds: ['image', 'video'], maxBytes: limit.mediaBytes });
  const upload = useUpload(media);
  const [entered, setEntered] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const [noOutcome, setNoOutcome] = useState(false);
  const { role } = useMe();
  const sayThatItIsSent = useSentNotice(complaint.id, drafts);
  const canMention = role !== 'oversight';
  const colleagues = useColleagues(canMention && drafts.draft.note.includes('@'));
  if (state.tabs.length === 0) return null;

  const text = drafts.draft[tab];
  const action = tab === 'note' ? 'note' : mode;
  const mentioned = tab === 'note' ? mentionsIn(text, colleagues.data ?? []) : [];
  /** Finds the mentioned colleagues, and waits for the list of names where it is late. */
  const mentions = async () => {
    if (tab !== 'note' || !canMention || !text.includes('@')) return {};
    const people = colleagues.data ?? (await colleagues.refetch()).data ?? [];
    const ids = mentionsIn(text, people).map(({ id }) => id);
    return ids.length > 0 ? { mentions: ids } : {};
  };
  const refusal =
    transitions.refusal && ['reply', 'ask', 'resolve', 'note'].includes(transitions.refusal.action)
      ? transitions.refusal
      : null;

  const send = async () => {
    if (!action || transitions.pending) return;
    const isFull = tab === 'reply' && media.count > limit.mediaFiles;
    const wrong = problemOf(text, tab) ?? (isFull ? say(message.tooManyFiles) : undefined);
    setError(wrong);
    if (wrong) return targets.text.current?.focus();
    // Nobody sends over words they have not read.
    if (seen.unread.length > 0) return readButton.current?.focus();
    setNoOutcome(action === 'resolve' && outcome === '');
    if (action === 'resolve' && outcome === '') return outcomeField.current?.focus();
    const along = tab === 'reply' && media.items.length > 0 ? upload : undefined;
    // A reply with files goes at once: the files are not held back.
    const hold = action === 'note' || along ? undefined : crypto.randomUUID();
    const more = {
      hold,
      ...(action === 'resolve' && outcome ? { outcome } : {}),
      ...(await mentions()),
    };
    if (!(await transitions.act(action, { text: text.trim(), ...more }, along))) return;
    if (along) media.clear();
    setOutcome('');
    drafts.forget(tab);
    // Asking and resolving are chosen each time: the next words must not close the complaint by themselves.
    if (tab === 'reply') state.open('reply', 'reply');
    if (hold) sayThatItIsSent(hold, text);
    else notify.success(along ? t`Sent to the citizen with its files.` : t`Note saved.`);
    if (action !== 'note' && afterSendPreference.get() === 'next' && onNext) onNext();
    else requestAnimationFrame(() => focusAfter(action));
  };
  /** Focuses the text again or, once the complaint is resolved, its heading. */
  const focusAfter = (sent: string) => {
    const target = sent === 'resolve' ? null : targets.text.current;
    (target ?? targets.heading.current)?.focus();
  };
  const onRead = () => {
    seen.accept();
    transitions.dismiss();
    targets.text.current?.focus();
  };
  /** Inserts at the cursor, in place of the characters that opened the menu. */
  const insert = (part: string, opener: '::' | '@') => {
    const { selectionStart: start = text.length, selectionEnd: end = start } = targets.text.current ?? {};
    const from = text.slice(0, start).endsWith(opener) ? start - opener.length : start;
    const { text: whole, cursor } = insertText(text, part, from, end);
    setError(undefined);
    drafts.write(tab, whole);
    placeCursor(targets.text.current, cursor);
  };
  const onSaved = (part: string, step: SavedReplyStep) => {
    insert(part, '::');
    const next = modes.find((mode) => mode === step);
    if (next && next !== mode) state.open('reply', next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      ref={form}
      noValidate
      className="composer"
      data-tab={tab}
      data-open={entered || text !== '' || (tab === 'reply' && media.items.length > 0) || undefined}
      aria-label={tab === 'note' ? t`Internal note` : t`Reply to the citizen`}
      onSubmit={onSubmit}
      // It folds up again once the focus is elsewhere: a button that is pressed stays put.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setEntered(false);
      }}
    >
      {/* Said before the text, so that nobody reads it too late. */}
      {refusal ? (
        <Refusal buttonRef={readButton} text={refusal.text} seen={seen} complaint={complaint} onRead={onRead} />
      ) : (
        seen.unread.length > 0 && (
          <UpdateNotice buttonRef={readButton} seen={seen} complaint={complaint} onRead={onRead} />
        )
      )}
      {tab === 'reply' && mode === 'resolve' && (
        <SelectField
          ref={outcomeField}
          label={t`How was it resolved?`}
          required
          placeholder={t`Choose one`}
          options={outcomeOptions()}
          value={outcome}
          error={noOutcome && t`Choose how it was resolved.`}
          errorPrefix={t`Error:`}
          onChange={(event) => {
            setNoOutcome(false);
            setOutcome(event.target.value as Outcome | '');
          }}
        />
      )}
      <div className="compose-box">
        {action === null ? (
          <StartFirst transitions={transitions} reply={text} onStart={onStart} buttonRef={targets.start} />
        ) : (
          <TextareaField
            ref={targets.text}
            label={tab === 'note' ? t`Internal note, for colleagues only` : t`Reply to ${complaint.citizen.name}`}
            labelHidden
            fieldClassName="compose-text"
            rows={1}
            dir="auto"
            aria-keyshortcuts="Control+Enter"
            placeholder={
              tab === 'note' ? t`Only your colleagues read this.` : t`${complaint.citizen.firstName} reads this.`
            }
            value={text}
            error={error}
            errorPrefix={t`Error:`}
            footer={
              text.length > limit.textMax - 500 && <span>{t`${text.length} of ${limit.textMax} characters`}</span>
            }
            onKeyDown={onKeyDown}
            onFocus={() => setEntered(true)}
            onChange={(event) => {
              setError(undefined);
              drafts.write(tab, event.target.value);
              if (tab === 'reply' && hasCall(event.target, text, '::')) savedReplies.current?.open();
              if (tab === 'note' && canMention && hasCall(event.target, text, '@')) mention.current?.open();
            }}
          />
        )}
        <TabSwitch
          state={state}
          onSwitch={(other) => {
            state.open(other);
            requestAnimationFrame(() => targets.text.current?.focus());
          }}
        />
        {action !== null && (
          <span className="compose-tools">
            {tab === 'note' && canMention && (
              <MentionMenu ref={mention} onChoose={(name) => insert(`@${name} `, '@')} />
            )}
            {tab === 'reply' && mode && (
              <span className="when-open">
                <ClipButton media={media} disabled={transitions.pending !== null} />
                <SavedReplyMenu
                  ref={savedReplies}
                  complaint={complaint}
                  steps={[mode, ...modesOf(complaint.allowed).filter((other) => other !== mode)]}
                  onChoose={onSaved}
                />
              </span>
            )}
            <SendButton
              tab={tab}
              mode={mode}
              modes={modesOf(complaint.allowed)}
              status={complaint.status}
              pending={transitions.pending !== null && transitions.pending === action}
              onMode={(next) => {
                state.open('reply', next);
                targets.text.current?.focus();
              }}
            />
          </span>
        )}
      </div>
      {tab === 'reply' && <FileChips media={media} disabled={transitions.pending !== null} />}
      {text !== '' && (
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          <DraftMark status={drafts.status} />
          {tab === 'reply' && <span className="max-m:hidden">{t`After sending you have 10 seconds to undo.`}</span>}
          {mentioned.length > 0 && (
            <span>{t`A mail goes to ${mentioned.map((colleague) => colleague.name).join(', ')}.`}</span>
          )}
        </p>
      )}
    </form>
  );
}

function problemOf(text: string, tab: 'reply' | 'note'): string | undefined {
  if (text.trim() === '') return tab === 'note' ? t`Write the note first.` : t`Write your words to the citizen first.`;
  const gaps = tab === 'reply' ? gapsIn(text).join(', ') : '';
  if (gaps) return t`This complaint has nothing to fill in for ${gaps}. Write it yourself, or take it out.`;
  return text.trim().length > limit.textMax ? t`This text is too long.` : undefined;
}

/** Whether the trigger of a menu was just typed: '::' for saved replies, '@' after a space for colleagues. */
function hasCall(area: HTMLTextAreaElement, before: string, call: '::' | '@'): boolean {
  if (area.value.length !== before.length + 1) return false;
  const written = area.value.slice(0, area.selectionStart);
  return call === '@' ? /(?:^|\s)@$/u.test(written) : written.endsWith(call);
}
