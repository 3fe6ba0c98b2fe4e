import type { BulkAction } from '@baraza/contract';
import { plural, t } from '@lingui/core/macro';
import type { LeftOutReason } from './bulk-plan.ts';
import type { BulkMark } from './use-bulk.ts';

type Words = {
  name: string;
  submit: string;
  title: string;
  done: string;
  /** Effect on each complaint, and on its citizen. */
  effect: string;
  hint: string;
};

/** Returns the texts of a bulk action for a number of complaints. */
export function bulkWords(action: BulkAction, many: number): Words {
  const count = plural(many, { one: '# complaint', other: '# complaints' });
  const words: Record<BulkAction, Words> = {
    resolve: {
      name: t`Reply and resolve`,
      submit: t`Reply to and resolve ${many}`,
      title: t`Resolving ${count}`,
      done: t`Resolved`,
      effect: t`Will get this reply and become Resolved`,
      hint: t`Each citizen is notified, may take the survey, and can re-open the complaint.`,
    },
    reply: {
      name: t`Reply`,
      submit: t`Reply to ${many}`,
      title: t`Replying to ${count}`,
      done: t`Replied`,
      effect: t`Will get this reply`,
      hint: t`Each citizen is notified and reads the same text.`,
    },
    note: {
      name: t`Internal note`,
      submit: t`Add the note to ${many}`,
      title: t`Adding a note to ${count}`,
      done: t`Noted`,
      effect: t`Will get this note`,
      hint: t`Only your office reads it.`,
    },
    extend: {
      name: t`Give more time`,
      submit: t`Give more time for ${many}`,
      title: t`Giving more time for ${count}`,
      done: t`More time given`,
      effect: t`Will be due later`,
      hint: t`Each citizen is notified, and reads the reason.`,
    },
    acceptTransfer: {
      name: t`Accept transfer`,
      submit: t`Accept ${many}`,
      title: t`Accepting ${count}`,
      done: t`Accepted`,
      effect: t`Will be yours`,
      hint: t`Each citizen is notified that your office has the complaint now.`,
    },
    assign: {
      name: t`Assign`,
      submit: t`Assign ${many}`,
      title: t`Assigning ${count}`,
      done: t`Assigned`,
      effect: t`Will be assigned as you choose`,
      hint: t`The citizens are not notified.`,
    },
    start: {
      name: t`Start`,
      submit: t`Start ${many}`,
      title: t`Starting ${count}`,
      done: t`Started`,
      effect: t`Will become Processing`,
      hint: t`Each citizen is notified that work has started. Unassigned complaints are assigned to you.`,
    },
    categorise: {
      name: t`Categorise`,
      submit: t`Categorise ${many}`,
      title: t`Categorising ${count}`,
      done: t`Categorised`,
      effect: t`Will get this category`,
      hint: t`Targets, queues and reports use it from now on. Each citizen is notified.`,
    },
    merge: {
      name: t`Merge`,
      submit: t`Merge ${many}`,
      title: t`Merging ${count}`,
      done: t`Merged`,
      effect: t`Will be merged with the complaint you choose`,
      hint: t`Each citizen then gets its public replies and its status. This cannot be undone.`,
    },
    offerTransfer: {
      name: t`Transfer`,
      submit: t`Offer ${many}`,
      title: t`Offering ${count}`,
      done: t`Offered`,
      effect: t`Will be offered to the MDA you choose`,
      hint: t`The MDA accepts or declines each. Until then they stay with you, and the due dates stay the same.`,
    },
    tag: {
      name: t`Tag`,
      submit: t`Tag ${many}`,
      title: t`Tagging ${count}`,
      done: t`Tagged`,
      effect: t`Will get these tags`,
      hint: t`Only your office sees tags.`,
    },
    prioritise: {
      name: t`Priority`,
      submit: t`Set the priority of ${many}`,
      title: t`Setting the priority of ${count}`,
      done: t`Priority set`,
      effect: t`Will get this priority`,
      hint: t`Only your office sees it.`,
    },
    followUp: {
      name: t`Follow up`,
      submit: t`Follow up ${many}`,
      title: t`Planning ${count}`,
      done: t`Planned`,
      effect: t`Will come back on this day`,
      hint: t`They come back in Follow up, for whoever has them then.`,
    },
    setUnit: {
      name: t`Move to unit`,
      submit: t`Move ${many}`,
      title: t`Moving ${count}`,
      done: t`Moved`,
      effect: t`Will be moved to this unit`,
      hint: t`Officers behind the wall of another unit do not see them, and are unassigned.`,
    },
  };
  return words[action];
}

/** Returns the reason why complaints are left out, with a hint. */
export function leftOutWords(reason: LeftOutReason): { title: string; hint: string } {
  const words: Record<LeftOutReason, { title: string; hint: string }> = {
    offered: { title: t`Offered to you by another MDA`, hint: t`Accept or decline the transfer first.` },
    closed: { title: t`Closed`, hint: t`They can no longer be changed.` },
    transfer: { title: t`Offered to another MDA`, hint: t`The other MDA has to answer first.` },
    started: { title: t`Started already`, hint: t`Nothing would change.` },
    unchanged: { title: t`Already set this way`, hint: t`Nothing would change.` },
    colleague: { title: t`Assigned to a colleague`, hint: t`A supervisor can change that.` },
    notOffered: { title: t`Not offered to you`, hint: t`There is nothing to accept.` },
    parent: { title: t`The complaint that stays`, hint: t`The others are merged with it.` },
  };
  return words[reason];
}

/** Words the mark of a row in a bulk action. */
export function markWord(mark: BulkMark, action: BulkAction): string {
  const words: Record<BulkMark, string> = {
    leftOut: t`Left out`,
    waits: t`Waiting`,
    done: bulkWords(action, 1).done,
    failed: t`Not done`,
  };
  return words[mark];
}
