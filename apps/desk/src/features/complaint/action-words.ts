import { ApiError, type Action, type HistoryEntry } from '@baraza/contract';
import { plural, t } from '@lingui/core/macro';
import { errorText } from '../../lib/texts.ts';

/** What an action is called on a button or in a list. */
export function actionWord(action: string): string {
  const words: Record<Action, string> = {
    start: t`Start work`,
    reply: t`Reply`,
    ask: t`Ask the citizen`,
    answer: t`Answer`,
    resolve: t`Resolve`,
    reject: t`Reject`,
    withdraw: t`Withdraw`,
    reopen: t`Re-open`,
    note: t`Internal note`,
    assign: t`Assign`,
    extend: t`Move the date`,
    offerTransfer: t`Offer to another MDA`,
    withdrawTransfer: t`Take the offer back`,
    acceptTransfer: t`Take it over`,
    declineTransfer: t`Decline the transfer`,
    decideTransfer: t`Decide the transfer`,
    merge: t`Merge`,
    release: t`Let go`,
    remind: t`Remind`,
    escalate: t`Escalate`,
  };
  return words[action as Action] ?? action;
}

/** What somebody did, behind their name. */
export function deedWords({ action, text }: Pick<HistoryEntry, 'action' | 'text'>): string {
  const words: Record<HistoryEntry['action'], string> = {
    submit: t`filed this complaint`,
    start: t`started work on it`,
    reply: t`replied`,
    ask: t`asked the citizen`,
    answer: t`answered`,
    resolve: t`resolved it`,
    reject: t`rejected it`,
    withdraw: t`withdrew it`,
    reopen: t`re-opened it`,
    note: t`Internal note`,
    assign: text ? t`assigned it to ${text}` : t`took the assignment off`,
    extend: t`moved the date`,
    offerTransfer: text ? t`offered it to ${text}` : t`offered it to another MDA`,
    withdrawTransfer: t`took the offer back`,
    acceptTransfer: t`took it over`,
    declineTransfer: t`declined to take it over`,
    decideTransfer: text ? t`gave it to ${text}` : t`gave it to another MDA`,
    merge: t`merged it with another complaint`,
    release: t`went on by itself: its master was withdrawn`,
    remind: t`Reminder`,
    escalate: t`escalated it`,
  };
  return words[action];
}

/** Why an action failed; with what can be done instead, where the server says so. */
export function refusalText(error: unknown): string {
  const text = errorText(error);
  if (!(error instanceof ApiError) || error.code !== 'STATE_FORBIDS') return text;
  const instead = error.allowed.map(actionWord);
  if (instead.length === 0) return text;
  const list = instead.join(', ');
  const offer = plural(instead.length, {
    one: `This can be done now: ${list}`,
    other: `These can be done now: ${list}`,
  });
  return `${text} ${offer}`;
}
