import { limit, type Outcome, type SavedReply } from '@baraza/contract';
import { Button, Icon, type MenuHandle, SelectField, TextareaField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useRef, useState, type FormEvent, type KeyboardEvent, type Ref } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { insertText, placeCursor } from '../../../lib/form/insert-text.ts';
import { modes, modesOf } from './use-composer-state.ts';
import { MentionMenu, SavedReplyMenu } from './composer-menus.tsx';
import { outcomeOptions } from '@baraza/app';
import { Refusal } from '../transition/refusal.tsx';
import { SendButton } from './send-button.tsx';
import { StagedChips } from './staged-chips.tsx';
import { WritingChoice } from './writing-choice.tsx';
import { ClipButton, FileChips } from './reply-files.tsx';
import { reachText } from '../../../lib/format/delivery-text.ts';
import { useSend, type Writing } from './use-send.ts';
import { stagedBy } from './use-staged.ts';
import type { Transitions } from '../transition/use-transitions.ts';

/** Writes replies to the citizen and notes to colleagues. Both drafts stay until they are sent. */
export function Composer(props: Writing & { onStart: () => void }) {
  const { complaint, state, drafts, seen, transitions, targets, onStart } = props;
  const { tab, mode } = state;
  const savedReplies = useRef<MenuHandle>(null);
  const mention = useRef<MenuHandle>(null);
  const sending = useSend(props);
  const { text, action, readButton, outcomeField, send, media, canMention, mentioned } = sending;
  const [entered, setEntered] = useState(false);
  const me = useMe();
  if (state.tabs.length === 0) return null;

  const isOwn = ['reply', 'ask', 'resolve', 'note'].includes(transitions.refusal?.action ?? '');
  const refused = isOwn ? transitions.refusal?.text : undefined;
  const isPending = transitions.pending !== null;
  const isSending = isPending && transitions.pending === action;

  const onRead = () => {
    seen.accept();
    transitions.dismiss();
    targets.text.current?.focus();
  };
  const insert = (part: string, opener: '::' | '@') => {
    const { selectionStart: start = text.length, selectionEnd: end = start } = targets.text.current ?? {};
    const from = text.slice(0, start).endsWith(opener) ? start - opener.length : start;
    const { text: whole, cursor } = insertText(text, part, from, end);
    sending.forgetError();
    drafts.write(tab, whole);
    placeCursor(targets.text.current, cursor);
  };
  const onSaved = (part: string, reply: SavedReply) => {
    insert(part, '::');
    const { step, actions } = reply;
    sending.stage(stagedBy(reply, me, sending.staged));
    if (step === 'resolve' && actions.outcome) sending.chooseOutcome(actions.outcome);
    const next = modes.find((mode) => mode === step);
    if (next && next !== mode) state.open('reply', next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  // Of the whole form: the choice of an outcome sends, too.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      targets.heading.current?.focus();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      noValidate
      className="composer grid gap-1.5 border-t border-line px-5 py-2 max-m:px-3 max-m:py-1.5 print:hidden"
      data-tab={tab}
      data-open={
        entered || text !== '' || (tab === 'reply' && media.items.length + sending.staged.length > 0) || undefined
      }
      aria-label={tab === 'note' ? t`Internal note` : t`Reply to the citizen`}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      // Folds only once another element has the focus, so that a pressed button does not move.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setEntered(false);
      }}
    >
      {complaint.merged.length > 0 && (action === 'reply' || action === 'resolve') && (
        <p className="text-sm text-ink-2">
          {t`Your answer goes to the citizens of all ${complaint.merged.length + 1} merged complaints.`}
        </p>
      )}
      {tab === 'reply' && (
        <p className="when-open text-sm text-ink-2">
          {reachText(complaint.citizen)} {complaint.citizen.sms && <q dir="auto">{complaint.citizen.sms}</q>}
        </p>
      )}
      {/* Stands before the text, so that it is read in time. */}
      <Refusal buttonRef={readButton} text={refused} seen={seen} complaint={complaint} onRead={onRead} />
      {tab === 'reply' && mode === 'resolve' && (
        <SelectField
          ref={outcomeField}
          label={t`How was it resolved?`}
          required
          placeholder={t`Choose one`}
          options={outcomeOptions()}
          value={sending.outcome}
          error={sending.noOutcome && t`Choose how it was resolved.`}
          errorPrefix={t`Error:`}
          onChange={(event) => sending.chooseOutcome(event.target.value as Outcome | '')}
        />
      )}
      {tab === 'reply' && <StagedChips staged={sending.staged} onChange={sending.stage} />}
      <div className="compose-box grid items-end gap-1 rounded-2 p-1">
        {action === null ? (
          <StartFirst transitions={transitions} reply={text} onStart={onStart} buttonRef={targets.start} />
        ) : (
          <TextareaField
            ref={targets.text}
            label={tab === 'note' ? t`Internal note, for colleagues only` : t`Reply to ${complaint.citizen.name}`}
            labelHidden
            fieldClassName="compose-text self-center [grid-area:text]"
            className="field-sizing-content max-h-[calc(40dvh-8rem)] min-h-9 resize-none border-0 bg-transparent px-2 py-1.5 text-[length:max(0.9375rem,16px)]/normal shadow-none outline-none placeholder:truncate @max-[36rem]/case:max-h-[calc(40dvh-11rem)]"
            rows={1}
            dir="auto"
            aria-keyshortcuts="Control+Enter"
            placeholder={
              tab === 'note' ? t`Only your colleagues read this.` : t`${complaint.citizen.firstName} reads this.`
            }
            value={text}
            error={sending.error}
            errorPrefix={t`Error:`}
            footer={
              text.length > limit.textMax - 500 && <span>{t`${text.length} of ${limit.textMax} characters`}</span>
            }
            onFocus={() => setEntered(true)}
            onChange={(event) => {
              sending.forgetError();
              drafts.write(tab, event.target.value);
              if (tab === 'reply' && hasCall(event.target, text, '::')) savedReplies.current?.open();
              if (tab === 'note' && canMention && hasCall(event.target, text, '@')) mention.current?.open();
            }}
          />
        )}
        <WritingChoice
          state={state}
          canAsk={complaint.allowed.includes('ask')}
          onChoose={(chosen, nextMode) => {
            state.open(chosen, nextMode);
            requestAnimationFrame(() => targets.text.current?.focus());
          }}
        />
        {action !== null && (
          <span className="compose-tools [grid-area:tools] inline-flex items-center gap-0.5">
            {tab === 'note' && canMention && (
              <MentionMenu ref={mention} onChoose={(name) => insert(`@${name} `, '@')} />
            )}
            {tab === 'reply' && mode && (
              <span className="when-open inline-flex items-center gap-0.5">
                <ClipButton media={media} disabled={isPending} />
                <SavedReplyMenu
                  side="top"
                  ref={savedReplies}
                  categoryId={complaint.category.id}
                  status={complaint.status}
                  fill={sending.fill}
                  language={complaint.history.findLast(({ by, language }) => by === 'citizen' && language)?.language}
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
              pending={isSending}
              onMode={(next) => {
                state.open('reply', next);
                targets.text.current?.focus();
              }}
            />
          </span>
        )}
      </div>
      {tab === 'reply' && <FileChips media={media} disabled={isPending} isSending={isSending} />}
      {text !== '' && (
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          {drafts.isSaved && (
            <span className="inline-flex items-center gap-1.5">
              <Icon name="save" size="s" />
              {t`Draft saved`}
            </span>
          )}
          {action === 'ask' && <span>{t`The timer is paused until the citizen answers.`}</span>}
          {tab === 'reply' && <span className="max-m:hidden">{t`After sending you have 10 seconds to undo.`}</span>}
          {mentioned.length > 0 && (
            <span>{t`A mail goes to ${mentioned.map((colleague) => colleague.name).join(', ')}.`}</span>
          )}
        </p>
      )}
    </form>
  );
}

/** Whether a menu's trigger was just typed: '::' for saved replies, '@' after a space for colleagues. */
function hasCall(area: HTMLTextAreaElement, before: string, call: '::' | '@'): boolean {
  if (area.value.length !== before.length + 1) return false;
  const written = area.value.slice(0, area.selectionStart);
  return call === '@' ? /(?:^|\s)@$/u.test(written) : written.endsWith(call);
}

type StartFirstProps = {
  transitions: Transitions;
  reply: string;
  onStart: () => void;
  buttonRef: Ref<HTMLButtonElement>;
};

function StartFirst({ transitions, reply, onStart, buttonRef }: StartFirstProps) {
  return (
    <div className="compose-text self-center [grid-area:text] flex flex-wrap items-center gap-x-4 gap-y-2 px-2">
      <div className="min-w-0 flex-1 basis-48">
        <p>{t`Start work to reply. The citizen then sees that the complaint is being processed.`}</p>
        {reply.trim() !== '' && <p className="text-sm text-ink-2">{t`The reply you began is kept.`}</p>}
      </div>
      <Button
        size="s"
        variant="primary"
        ref={buttonRef}
        loading={transitions.pending === 'start'}
        loadingText={t`Starting`}
        onClick={onStart}
      >
        {t`Start work`}
      </Button>
    </div>
  );
}
