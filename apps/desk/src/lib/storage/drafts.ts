import { itemKeys, readItem, useStored, writeItem } from './storage.ts';

/** What an officer has typed and not sent: the reply to the citizen and the internal note, side by side. */
export interface Draft {
  readonly reply: string;
  readonly note: string;
}

export const emptyDraft: Draft = { reply: '', note: '' };

const prefix = 'desk.draft.';
/** Keys of drafts belong to one account. A colleague at the same computer never meets them. */
const keyOf = (accountId: string, complaintId: string): string => `${prefix}${accountId}.${complaintId}`;

export function loadDraft(accountId: string, complaintId: string): Draft {
  const stored = readItem(keyOf(accountId, complaintId));
  return stored ? (JSON.parse(stored) as Draft) : emptyDraft;
}

/** Stores a draft, or deletes an empty one. False if the browser refuses. */
export function saveDraft(accountId: string, complaintId: string, draft: Draft): boolean {
  const isEmpty = draft.reply.trim() === '' && draft.note.trim() === '';
  return writeItem(keyOf(accountId, complaintId), isEmpty ? null : JSON.stringify(draft));
}

/** Returns whether this device holds an unsent draft of this account for a complaint. */
export function useHasDraft(accountId: string, complaintId: string): boolean {
  return useStored(() => readItem(keyOf(accountId, complaintId)) !== null);
}

/** Counts the complaints with an unsent draft of this account. */
export function countDrafts(accountId: string): number {
  return itemKeys(`${prefix}${accountId}.`).length;
}

/** Deletes every draft on this device, whoever wrote it. */
export function clearDrafts(): void {
  for (const key of itemKeys(prefix)) writeItem(key, null);
}
