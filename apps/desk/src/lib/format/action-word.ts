import type { Action } from '@baraza/contract/complaint/lifecycle';
import { t } from '@lingui/core/macro';

/** Names an action on a button or in a list. */
export function actionWord(action: string): string {
  const words: Record<Action, string> = {
    start: t`Start work`,
    reply: t`Reply`,
    ask: t`Ask the citizen`,
    withdrawQuestion: t`Withdraw the question`,
    answer: t`Answer`,
    addEvidence: t`Add evidence`,
    confirmResolution: t`Confirm as solved`,
    revokeConfirmation: t`Withdraw the confirmation`,
    resolve: t`Resolve`,
    proposeRejection: t`Propose to reject`,
    reject: t`Reject`,
    returnRejection: t`Return the proposal`,
    withdraw: t`Withdraw`,
    reopen: t`Re-open`,
    appeal: t`Ask for a review`,
    upholdAppeal: t`Send it back`,
    declineAppeal: t`Keep the outcome`,
    note: t`Internal note`,
    assign: t`Assign`,
    tag: t`Add tags`,
    untag: t`Take tags off`,
    prioritise: t`Set the priority`,
    followUp: t`Follow up`,
    categorise: t`Correct category or jurisdiction`,
    extend: t`Take more time`,
    offerTransfer: t`Offer to another MDA`,
    withdrawTransfer: t`Withdraw the offer`,
    acceptTransfer: t`Accept the transfer`,
    declineTransfer: t`Decline the transfer`,
    decideTransfer: t`Decide the transfer`,
    merge: t`Merge`,
    requestIdentity: t`Ask to see name and contact`,
    discloseIdentity: t`Show name and contact`,
    denyIdentity: t`Decline to show name and contact`,
    recuse: t`Recuse…`,
    confirmRecusal: t`Confirm recusal`,
    liftRecusal: t`Lift recusal`,
    release: t`Separate`,
    remind: t`Remind`,
    escalate: t`Escalate`,
  };
  return words[action as Action] ?? action;
}
