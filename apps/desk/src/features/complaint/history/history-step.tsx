import { AttachmentList, MailText, outcomeWord, PlainText, Translatable, say } from '@baraza/app';
import type { DeskComplaint, FilingChange, HistoryEntry, TimerKind } from '@baraza/contract';
import { Button, Flag, TimelineEntry, TimelineName } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { DayText, MomentText } from '../../../lib/format/date-text.tsx';
import { actionText } from '../transition/action-words.ts';
import { priorityWord } from '../mark/marks.ts';
import { timerWord } from '../../../lib/format/timer.ts';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { deliveryText } from '../../../lib/format/delivery-text.ts';
import type { HeldReply } from '../composer/use-held-replies.ts';

type HistoryStepProps = {
  entry: HistoryEntry;
  complaint: DeskComplaint;
  /** Whether somebody else did it while this complaint was open here. */
  fresh: boolean;
  now: Date;
  children?: ReactNode;
};

/** Shows one step of the history: who, what, when, and the text. */
export function HistoryStep({ entry, complaint, fresh, now, children }: HistoryStepProps) {
  const name = entry.actor ?? (entry.by === 'citizen' ? complaint.citizen.name : null);
  const words = wordsOf(entry);
  const { attachments = [] } = entry;
  return (
    <TimelineEntry
      name={name ?? undefined}
      icon="settings"
      variant={variantOf(entry)}
      head={
        <>
          <TimelineName data-internal={entry.visibility === 'internal' || undefined}>
            {name ?? t`The system`}
          </TimelineName>
          <span>{actionText(entry)}</span>
          <StepDetail entry={entry} />
          <MomentText at={entry.at} now={now} ago={name !== null} />
          {complaint.deliveries
            .filter(({ steps }) => steps.includes(entry.id))
            .map((delivery) => (
              <span key={delivery.at}>{deliveryText(delivery)}</span>
            ))}
          {fresh && (
            <span data-fresh="" className="print:hidden">
              <Flag>{t`New`}</Flag>
            </span>
          )}
        </>
      }
    >
      {words.length > 0 || attachments.length > 0 || children ? (
        <>
          {words.length > 0 && (
            <Translatable complaint={complaint} entry={entry}>
              {words.map((text) =>
                entry.mail ? <MailText key={text}>{text}</MailText> : <PlainText key={text}>{text}</PlainText>,
              )}
            </Translatable>
          )}
          {attachments.length > 0 && <AttachmentList compact attachments={attachments} />}
          {children}
        </>
      ) : null}
    </TimelineEntry>
  );
}

/** Shows steps of the system in a row as one line, which opens. */
export function FoldedSteps({ steps, open, children }: { steps: HistoryEntry[]; open: boolean; children: ReactNode }) {
  const [first, last] = [steps[0], steps.at(-1)];
  return (
    <li className="block!">
      <details open={open}>
        <summary className="cursor-pointer text-sm text-ink-2">
          {t`${plural(steps.length, { one: '# reminder or escalation', other: '# reminders and escalations' })}`}{' '}
          <DayText at={first?.at ?? ''} /> – <DayText at={last?.at ?? ''} />
        </summary>
        <ol className="timeline mt-2">{children}</ol>
      </details>
    </li>
  );
}

function StepDetail({ entry }: { entry: HistoryEntry }) {
  const { outcome, days, timer, level, mentions, changes = [], tags, fields, priority, followUp, chosen, mail } = entry;
  const words = [
    mail && (mail === 'own' ? t`by email` : t`by email, from another address`),
    outcome && outcomeWord(outcome),
    days !== undefined && t`${plural(days, { one: '# working day more', other: '# working days more' })}`,
    ...changes.map(changeText),
    ...(chosen ?? []),
    ...(tags ?? []),
    ...(fields ?? []),
    priority && priorityWord(priority),
    followUp,
    level !== undefined && usedText(entry.action, level, timer),
    mentions && mentions.length > 0 && t`to ${mentions.join(', ')}`,
  ].filter(Boolean);
  return words.length > 0 && <span className="font-semibold">{words.join(' · ')}</span>;
}

function usedText(action: HistoryEntry['action'], level: number, timer: TimerKind | undefined): string {
  if (action !== 'remind' || !timer) return t`${level}% of its time used`;
  return t`${timerWord(timer)}: ${level}% of its time used`;
}

function changeText({ field, ...change }: FilingChange): string {
  const [from, to] = [say(change.from ?? t`none`), say(change.to ?? t`none`)];
  return field === 'category' ? t`category: from ${from} to ${to}` : t`jurisdiction: from ${from} to ${to}`;
}

function variantOf(entry: HistoryEntry): 'message' | 'reply' | 'note' | 'event' {
  // Steps that only the office reads.
  if (
    ['note', 'call', 'setFields', 'requestIdentity', 'denyIdentity', 'proposeRejection', 'returnRejection'].includes(
      entry.action,
    )
  )
    return 'note';
  if (entry.action === 'applyRule') return entry.text ? 'note' : 'event';
  if (entry.by === 'citizen') return 'message';
  return wordsOf(entry).length > 0 ? 'reply' : 'event';
}

/** Actions whose text is a name that the head of the step already shows. */
const named: readonly HistoryEntry['action'][] = [
  'assign',
  'setUnit',
  'offerTransfer',
  'withdrawTransfer',
  'acceptTransfer',
  'declineTransfer',
  'decideTransfer',
  'discloseIdentity',
  'recuse',
  'confirmRecusal',
  'liftRecusal',
];

function wordsOf({ action, text, reason }: HistoryEntry): string[] {
  return [reason, named.includes(action) ? null : text].flatMap((words) => words || []);
}

/** Counts down the seconds in which what is held can be undone. */
export function UndoHeld({ until, decision, onUndo }: Pick<HeldReply, 'until' | 'decision'> & { onUndo: () => void }) {
  const seconds = Math.ceil((until - useNow(1000).getTime()) / 1000);
  if (seconds <= 0) return <span>{t`Sending`}</span>;
  return (
    <>
      <span>{decision ? t`Takes effect in ${seconds} s` : t`Goes out in ${seconds} s`}</span>
      <Button
        size="s"
        variant="quiet"
        className="tabular-nums"
        // Keeps the focus in the composer: if it folded, this button would move from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onUndo}
      >
        {t`Undo (${seconds})`}
      </Button>
    </>
  );
}

/** Shows a held reply, which can be undone for some seconds. */
export function HeldStep({ reply, onUndo }: { reply: HeldReply; onUndo: () => void }) {
  const { text, files } = reply;
  const name = fullName(useMe());
  return (
    <TimelineEntry
      name={name}
      variant="reply"
      head={
        <>
          <TimelineName>{name}</TimelineName>
          <UndoHeld {...reply} onUndo={onUndo} />
        </>
      }
    >
      <PlainText>{text}</PlainText>
      {files.length > 0 && <p>{files.map((file) => file.name).join(', ')}</p>}
    </TimelineEntry>
  );
}
