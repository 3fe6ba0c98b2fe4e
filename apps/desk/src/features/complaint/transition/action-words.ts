import type { HistoryEntry, PhoneCall, TimerKind } from '@baraza/contract';
import { t } from '@lingui/core/macro';

type Step = Pick<
  HistoryEntry,
  'action' | 'text' | 'requester' | 'by' | 'timer' | 'call' | 'followUp' | 'rule' | 'ruleVersion'
>;

/** Words a step, to be shown after the name of the person. */
export function actionText({
  action,
  text,
  requester = '',
  by,
  timer,
  call = 'reached',
  followUp,
  rule = '',
  ruleVersion = 0,
}: Step): string {
  const words: Record<HistoryEntry['action'], string> = {
    submit: t`filed this complaint`,
    start: t`started work on it`,
    reply: t`replied`,
    ask: t`asked the citizen`,
    withdrawQuestion: t`withdrew the question`,
    answer: t`answered`,
    addEvidence: t`added evidence`,
    confirmResolution: t`confirmed that it is solved`,
    revokeConfirmation: t`withdrew the confirmation`,
    resolve: t`resolved it`,
    proposeRejection: t`proposed to reject it`,
    reject: requester ? t`rejected it, as ${requester} proposed` : t`rejected it`,
    returnRejection: t`returned ${requester}’s proposal to reject it`,
    withdraw: t`withdrew it`,
    reopen: t`re-opened it`,
    appeal: t`asked for a review`,
    upholdAppeal: t`sent it back to the MDA`,
    declineAppeal: t`kept the outcome`,
    note: t`Internal note`,
    call: callWords()[call],
    assign: text ? t`assigned it to ${text}` : t`unassigned it`,
    tag: t`added tags`,
    untag: t`took tags off`,
    prioritise: t`set the priority`,
    followUp: followUp ? t`planned to come back to it` : t`ended the follow-up`,
    setUnit: text ? t`moved it to the unit ${text}` : t`took it out of its unit`,
    setFields: t`filled in`,
    categorise: t`corrected category or jurisdiction`,
    extend: t`moved the due date`,
    offerTransfer: text ? t`offered it to ${text}` : t`offered it to another MDA`,
    withdrawTransfer: t`withdrew the offer`,
    acceptTransfer: t`accepted the transfer`,
    declineTransfer: t`declined the transfer`,
    decideTransfer: text ? t`transferred it to ${text}` : t`transferred it to another MDA`,
    merge: t`merged it with another complaint`,
    requestIdentity: t`asked to see name and contact`,
    discloseIdentity: t`showed name and contact to ${requester}`,
    denyIdentity: t`declined to show name and contact to ${requester}`,
    recuse: recusalText(text, by === 'system'),
    confirmRecusal: text ? t`decided that it is about ${text}` : t`confirmed a recusal`,
    liftRecusal: text ? t`lifted the recusal of ${text}` : t`lifted a recusal`,
    release: t`is handled on its own again: the complaint it was merged with was withdrawn`,
    applyRule: t`followed the rule “${rule}” (version ${ruleVersion})`,
    remind: t`Reminder`,
    escalate: timer ? lateText(timer) : t`escalated it`,
  };
  return words[action];
}

/** Words how a call went, after the name of the person. */
const callWords = (): Record<PhoneCall, string> => ({
  called_us: t`was called by the citizen`,
  reached: t`called the citizen and reached them`,
  no_answer: t`called the citizen: no answer`,
});

function lateText(timer: TimerKind): string {
  const words: Record<TimerKind, string> = {
    acknowledge: t`Start is late: supervisors told`,
    reply: t`First reply is late: supervisors told`,
    resolve: t`Resolution is late: supervisors told`,
  };
  return words[timer];
}

function recusalText(person: string | null, isMention: boolean): string {
  if (!person) return t`recused somebody`;
  return isMention ? t`recused ${person}: mentioned in the complaint` : t`recused ${person}`;
}
