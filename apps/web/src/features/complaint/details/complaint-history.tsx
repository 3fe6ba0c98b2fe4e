import { AttachmentList, DateText, lazyPart, MailText, PlainText, Translatable, say } from '@baraza/app';
import type { Complaint, FilingChange, HistoryEntry } from '@baraza/contract';
import { identityHours } from '@baraza/contract/complaint/state';
import { Button, type IconName, Timeline, TimelineEntry, TimelineName } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ReceiptProps } from '../receipt/receipt-dialog.tsx';

const ReceiptDialog = lazyPart(() => import('../receipt/receipt-dialog.tsx'));

const icons: Partial<Record<HistoryEntry['action'], IconName>> = {
  submit: 'complaint',
  start: 'clock',
  ask: 'feedback',
  resolve: 'check',
  confirmResolution: 'check',
  reject: 'close',
  withdraw: 'close',
  reopen: 'retry',
};

/** Lists all steps of a complaint with their texts, oldest first. */
export function ComplaintHistory({ complaint }: { complaint: Complaint }) {
  return (
    <section aria-labelledby="history" className="grid gap-3">
      <h2 id="history" className="text-h3">
        {t`What has happened`}
      </h2>
      <Timeline label={t`What has happened`}>
        {complaint.history.map((entry) => (
          <Step key={entry.id} entry={entry} complaint={complaint} />
        ))}
      </Timeline>
    </section>
  );
}

const withReceipt: HistoryEntry['action'][] = [
  'submit',
  'reply',
  'resolve',
  'reject',
  'withdraw',
  'reopen',
  'appeal',
  'upholdAppeal',
  'declineAppeal',
];

function Step({ entry, complaint }: { entry: HistoryEntry; complaint: Complaint }) {
  const what = sentence(entry, say(entry.actor ?? complaint.mda.name));
  const said = wordsOf(entry);
  const { attachments = [] } = entry;
  const isEvent = said.length + attachments.length === 0;
  return (
    <TimelineEntry
      icon={icons[entry.action] ?? 'reply'}
      variant={isEvent ? 'event' : entry.by === 'officer' ? 'reply' : 'message'}
      head={
        <>
          <TimelineName>{what}</TimelineName>
          <DateText at={entry.at} />
          {withReceipt.includes(entry.action) && <ReceiptButton complaint={complaint} entry={entry} what={what} />}
        </>
      }
    >
      {!isEvent && (
        <>
          {said.length > 0 && (
            <Translatable complaint={complaint} entry={entry}>
              {said.map((words) =>
                entry.mail ? <MailText key={words}>{words}</MailText> : <PlainText key={words}>{words}</PlainText>,
              )}
            </Translatable>
          )}
          {attachments.length > 0 && <AttachmentList attachments={attachments} />}
        </>
      )}
    </TimelineEntry>
  );
}

function ReceiptButton(props: ReceiptProps) {
  const { what } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" className="-mx-2.5" aria-label={t`Receipt: ${what}`} onClick={() => setOpen(true)}>
        {t`Receipt`}
      </Button>
      {isOpen && <ReceiptDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Texts of an entry, without names that its sentence shows (transfers, identity disclosures). */
function wordsOf({ action, reason, text }: HistoryEntry): string[] {
  const isNamed = action.endsWith('Transfer') || action === 'discloseIdentity';
  return [reason, isNamed ? null : text].filter((words) => words !== null);
}

interface SentenceParts {
  readonly entry: HistoryEntry;
  readonly mda: string;
  /** MDA that receives the transfer. */
  readonly to: string;
}

const sentences: Partial<Record<HistoryEntry['action'], (parts: SentenceParts) => string>> = {
  submit: () => t`You filed this complaint`,
  start: ({ mda }) => t`${mda} started to work on it`,
  reply: ({ mda }) => t`${mda} replied`,
  ask: ({ mda }) => t`${mda} asked you`,
  withdrawQuestion: ({ mda }) => t`${mda} withdrew its question`,
  answer: () => t`You answered`,
  addEvidence: ({ entry }) => (entry.mail ? t`You wrote by email` : t`You added evidence`),
  resolve: ({ mda }) => t`${mda} marked it as Resolved`,
  confirmResolution: () => t`You said that it is solved`,
  revokeConfirmation: () => t`You withdrew your answer that it is solved`,
  reject: ({ mda }) => t`${mda} canceled it`,
  withdraw: () => t`You withdrew it`,
  reopen: () => t`You re-opened it`,
  appeal: () => t`You asked for a review`,
  upholdAppeal: () => t`The oversight office decided that work on it continues`,
  declineAppeal: () => t`The oversight office decided to leave it as it was`,
  extend: ({ mda, entry: { days = 0 } }) =>
    t`${mda} needs more time: ${plural(days, { one: '# working day', other: '# working days' })}`,
  categorise: ({ mda, entry: { changes = [] } }) => changes.map((change) => changeText(change, mda)).join(' · '),
  offerTransfer: ({ mda, to }) => t`${mda} asked ${to} to take it over`,
  withdrawTransfer: ({ mda }) => t`${mda} withdrew its request and keeps the complaint`,
  acceptTransfer: ({ mda }) => t`${mda} took it over`,
  declineTransfer: ({ mda }) => t`${mda} declined to take it over`,
  decideTransfer: ({ to }) => t`The oversight office gave it to ${to}`,
  discloseIdentity: ({ entry }) => {
    const office = entry.text === null ? t`The oversight office` : say(entry.text);
    return t`${office} may see your name and contact data for ${identityHours} hours`;
  },
  merge: () => t`It is handled together with another complaint about the same matter`,
  release: () => t`It is handled separately again: the other complaint was withdrawn`,
  escalate: ({ entry }) => escalation(entry),
};

function sentence(entry: HistoryEntry, mda: string): string {
  const parts = { entry, mda, to: entry.text === null ? t`another MDA` : say(entry.text) };
  const sentence = sentences[entry.action];
  if (sentence) return sentence(parts);
  return entry.by === 'citizen' ? t`You changed it` : t`${mda} changed it`;
}

function changeText({ field, ...change }: FilingChange, mda: string): string {
  const [from, to] = [say(change.from ?? t`none`), say(change.to ?? t`none`)];
  return field === 'category'
    ? t`${mda} changed the category from ${from} to ${to}`
    : t`${mda} changed the jurisdiction from ${from} to ${to}`;
}

function escalation({ timer = 'resolve', level = 0 }: HistoryEntry): string {
  const late = {
    acknowledge: t`Work on it did not start in time`,
    reply: t`It was not answered in time`,
    resolve: t`It was not resolved in time`,
  }[timer];
  if (level >= 200) return t`${late}: the oversight office was notified`;
  return level >= 150 ? t`${late}: the head of the MDA was notified` : t`${late}: the supervisor was notified`;
}
