import type { HistoryEntry } from '@baraza/contract';
import { t } from '@lingui/core/macro';

type Step = Pick<HistoryEntry, 'action' | 'text' | 'requester' | 'by'>;

/** Says what somebody did; stands behind their name. */
export function actionText({ action, text, requester = '', by }: Step): string {
  const words: Record<HistoryEntry['action'], string> = {
    submit: t`filed this complaint`,
    start: t`started work on it`,
    reply: t`replied`,
    ask: t`asked the citizen`,
    withdrawQuestion: t`took the question back`,
    answer: t`answered`,
    addEvidence: t`added evidence`,
    confirmResolution: t`said that it is solved`,
    revokeConfirmation: t`took back that it is solved`,
    resolve: t`resolved it`,
    proposeRejection: t`proposed to reject it`,
    reject: requester ? t`rejected it, as ${requester} proposed` : t`rejected it`,
    returnRejection: t`did not reject it, as ${requester} had proposed`,
    withdraw: t`withdrew it`,
    reopen: t`re-opened it`,
    appeal: t`asked for a review`,
    upholdAppeal: t`decided that it goes on`,
    declineAppeal: t`decided that it stays as it was`,
    note: t`Internal note`,
    assign: text ? t`assigned it to ${text}` : t`assigned it to nobody`,
    categorise: t`corrected category or jurisdiction`,
    extend: t`moved the due date`,
    offerTransfer: text ? t`offered it to ${text}` : t`offered it to another MDA`,
    withdrawTransfer: t`took the offer back`,
    acceptTransfer: t`took it over`,
    declineTransfer: t`declined to take it over`,
    decideTransfer: text ? t`gave it to ${text}` : t`gave it to another MDA`,
    merge: t`merged it with another complaint`,
    requestIdentity: t`asked to see name and contact`,
    discloseIdentity: t`showed name and contact to ${requester}`,
    denyIdentity: t`did not show name and contact to ${requester}`,
    recuse: recusalText(text, by === 'system'),
    confirmRecusal: text ? t`decided that it is about ${text}` : t`confirmed a recusal`,
    liftRecusal: text ? t`lifted the recusal of ${text}` : t`lifted a recusal`,
    release: t`is handled on its own again: the complaint it was merged with was withdrawn`,
    remind: t`Reminder`,
    escalate: t`escalated it`,
  };
  return words[action];
}

function recusalText(person: string | null, isMention: boolean): string {
  if (!person) return t`recused somebody`;
  return isMention ? t`recused ${person}: mentioned in the complaint` : t`recused ${person}`;
}
