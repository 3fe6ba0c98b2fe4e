import { itemKeys, readItem, useStored, writeItem } from './storage.ts';

/** Unsent texts of an officer about one complaint: the reply and the internal note. */
export interface Draft {
  readonly reply: string;
  readonly note: string;
}

export const emptyDraft: Draft = { reply: '', note: '' };

const prefix = 'desk.draft.';
/** Key of a draft. It names the account: colleagues may share a computer. */
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

/** Returns whether this device has an unsent draft of this account for a complaint. */
export function useHasDraft(accountId: string, complaintId: string): boolean {
  return useStored(() => readItem(keyOf(accountId, complaintId)) !== null);
}

/** Counts the complaints with an unsent draft of this account. */
export function countDrafts(accountId: string): number {
  return itemKeys(`${prefix}${accountId}.`).length;
}

/** Deletes the drafts of all accounts on this device. */
export function clearDrafts(): void {
  for (const key of itemKeys(prefix)) writeItem(key, null);
}

/** Reads the values of a form that was not sent; undefined without any. */
export function loadForm(accountId: string, name: string): Record<string, string> | undefined {
  const stored = readItem(keyOf(accountId, name));
  return stored ? (JSON.parse(stored) as Record<string, string>) : undefined;
}

/** Stores the values of a form until it is sent; null deletes them. */
export function saveForm(accountId: string, name: string, values: object | null): void {
  writeItem(keyOf(accountId, name), values && JSON.stringify(values));
}
