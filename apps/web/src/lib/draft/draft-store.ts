import { del, get, keys, setAtOnce } from '../device/storage.ts';

/** Keys of unsent forms in the browser's database begin with this: `draft:complaint:<user id>`. */
const draftPrefix = 'draft:';

/** A file of a draft, as it will be sent. */
export interface DraftFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Content of a form that is not yet sent. */
export interface DraftContent {
  readonly values: Readonly<Record<string, string>>;
  readonly files: readonly DraftFile[];
  readonly recording: { readonly blob: Blob; readonly seconds: number } | null;
  /** Idempotency key of the submission, the same for each attempt; null once the server has refused it for good. */
  readonly submissionKey: string | null;
  readonly problem?: DraftProblem | undefined;
}

export interface DraftProblem {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Draft extends DraftContent {
  readonly version: typeof version;
  readonly savedAt: string;
}

const version = 1;

/** Key of a draft, by form and person: two people on one device never see each other's drafts. */
export function draftKey(form: string, accountId: string): string {
  return `${draftPrefix}${form}:${accountId}`;
}

/** Whether a stored key is a draft of another account. Those of guests belong to the device. */
export function isDraftOfOther(key: string, accountId: string): boolean {
  const owner = key.split(':').at(-1);
  return key.startsWith(draftPrefix) && owner !== accountId && owner !== 'guest' && owner !== 'begun';
}

/** Makes a draft of a form's content; null when the form is empty. */
export function toDraft(content: DraftContent, now: Date): Draft | null {
  const empty = Object.values(content.values).every((value) => value.trim() === '');
  if (empty && content.files.length === 0 && !content.recording) return null;
  return { version, savedAt: now.toISOString(), ...content };
}

/** Reads a stored draft, limited to the form's fields. A record of another version is ignored. */
export function parseDraft(stored: unknown, blank: Readonly<Record<string, string>>): Draft | null {
  const draft = stored as Draft | undefined;
  if (draft?.version !== version) return null;
  const values = Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, draft.values[name] ?? value]));
  return { ...draft, values };
}

/** Storage of drafts: the browser's database, which can hold files. Logging out empties it. */
export const deviceStorage = {
  get: (key: string) => get<Draft>(key),
  set: (key: string, draft: Draft | null) => setAtOnce(key, draft),
  delete: (key: string) => del(key),
};

/** Stores a draft from outside its form. */
export async function saveDraft(key: string, content: DraftContent): Promise<void> {
  await deviceStorage.set(key, toDraft(content, new Date()));
}

/** Counts the forms on this device that are filled but not sent. */
export async function countDrafts(): Promise<number> {
  // Without a database in this browser there are no drafts either.
  const stored = await keys().catch(() => []);
  return stored.filter((key) => key.startsWith(draftPrefix)).length;
}
