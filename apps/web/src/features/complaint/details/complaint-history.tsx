import type { Complaint, FilingChange, HistoryEntry } from '@baraza/contract';
import { identityHours } from '@baraza/contract/complaint/state';
import { type IconName, Timeline, TimelineEntry, TimelineName } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { AttachmentList } from '../../../lib/media/attachment-list.tsx';
import { DateText, Translatable } from '@baraza/app';
import { ReceiptButton } from '../receipt/receipt-button.tsx';

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

/** Everything that happened to the complaint, from first to last, with all that was said. */
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
  const what = sentence(entry, entry.actor ?? complaint.mda.name);
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
              {said.map((words) => (
                <p key={words} dir="auto" className="whitespace-pre-wrap">
                  {words}
                </p>
              ))}
            </Translatable>
          )}
          {attachments.length > 0 && <AttachmentList attachments={attachments} />}
        </>
      )}
    </TimelineEntry>
  );
}

/** What was said. The text of a move between MDAs, and of who may see an identity, is a name, which stands in the sentence. */
function wordsOf({ action, reason, text }: HistoryEntry): string[] {
  const isNamed = action.endsWith('Transfer') || action === 'discloseIdentity';
  return [reason, isNamed ? null : text].filter((words) => words !== null);
}

function sentence(entry: HistoryEntry, mda: string): string {
  const { action, by, days = 0, changes = [] } = entry;
  const to = entry.text ?? t`another MDA`;
  switch (action) {
    case 'submit':
      return t`You filed this complaint`;
    case 'start':
      return t`${mda} started to work on it`;
    case 'reply':
      return t`${mda} replied`;
    case 'ask':
      return t`${mda} asked you`;
    case 'withdrawQuestion':
      return t`${mda} took its question back`;
    case 'answer':
      return t`You answered`;
    case 'addEvidence':
      return t`You added evidence`;
    case 'resolve':
      return t`${mda} marked it as Resolved`;
    case 'confirmResolution':
      return t`You said that it is solved`;
    case 'revokeConfirmation':
      return t`You took back that it is solved`;
    case 'reject':
      return t`${mda} canceled it`;
    case 'withdraw':
      return t`You withdrew it`;
    case 'reopen':
      return t`You re-opened it`;
    case 'appeal':
      return t`You asked for a review`;
    case 'upholdAppeal':
      return t`The oversight office decided that it goes on`;
    case 'declineAppeal':
      return t`The oversight office decided that it stays as it was`;
    case 'extend':
      return t`${mda} needs more time: ${plural(days, { one: '# working day', other: '# working days' })}`;
    case 'categorise':
      return changes.map((change) => changeText(change, mda)).join(' · ');
    case 'offerTransfer':
      return t`${mda} asked ${to} to take it over`;
    case 'withdrawTransfer':
      return t`${mda} took back its request and keeps it`;
    case 'acceptTransfer':
      return t`${mda} took it over`;
    case 'declineTransfer':
      return t`${mda} did not take it over`;
    case 'decideTransfer':
      return t`The oversight office gave it to ${to}`;
    case 'discloseIdentity': {
      const office = entry.text ?? t`The oversight office`;
      return t`${office} may see your name and contact data for ${identityHours} hours`;
    }
    case 'merge':
      return t`It is handled together with another complaint about the same matter`;
    case 'release':
      return t`It is handled separately again: the other complaint was withdrawn`;
    case 'escalate':
      return escalation(entry);
    default:
      return by === 'citizen' ? t`You changed it` : t`${mda} changed it`;
  }
}

function changeText({ field, ...change }: FilingChange, mda: string): string {
  const [from, to] = [change.from ?? t`none`, change.to ?? t`none`];
  return field === 'category'
    ? t`${mda} changed the category from ${from} to ${to}`
    : t`${mda} changed the jurisdiction from ${from} to ${to}`;
}

function escalation({ timer, level = 0 }: HistoryEntry): string {
  const late =
    timer === 'acknowledge'
      ? t`Work on it did not start in time`
      : timer === 'reply'
        ? t`It was not answered in time`
        : t`It was not resolved in time`;
  if (level >= 200) return t`${late}: the oversight office was told`;
  return level >= 150 ? t`${late}: the head of the MDA was told` : t`${late}: the supervisor was told`;
}
