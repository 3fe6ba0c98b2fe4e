import { del, get, set } from 'idb-keyval';
import { draftPrefix } from './drafts.ts';

/** A file of a draft, as it will be sent. */
export interface DraftFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Everything a person has put into a form and not yet sent. */
export interface DraftContent {
  readonly values: Readonly<Record<string, string>>;
  readonly files: readonly DraftFile[];
  readonly recording: { readonly blob: Blob; readonly seconds: number } | null;
  /** Names the submission, however often it is tried; null once the server has refused it for good. */
  readonly submissionKey: string | null;
}

export interface Draft extends DraftContent {
  readonly version: typeof version;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Where drafts lie. The product's is IndexedDB, which can hold files. */
export interface DraftStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
}

const version = 1;

/** One record for each form and person, so that two people on one device never see each other's words. */
export function draftKey(form: string, accountId: string): string {
  return `${draftPrefix}${form}:${accountId}`;
}

/** A draft made of what the form holds now; null when there is nothing worth keeping. */
export function toDraft(content: DraftContent, now: Date): Draft | null {
  const empty = Object.values(content.values).every((value) => value.trim() === '');
  if (empty && content.files.length === 0 && !content.recording) return null;
  return { version, savedAt: now.toISOString(), ...content };
}

/**
 * Reads a stored draft. Fields that the form no longer has are dropped and new ones are empty; a record of
 * another version, or a broken one, counts as none.
 */
export function parseDraft(stored: unknown, blank: Readonly<Record<string, string>>): Draft | null {
  if (!isRecord(stored) || stored['version'] !== version || typeof stored['savedAt'] !== 'string') return null;
  if (Number.isNaN(Date.parse(stored['savedAt']))) return null;
  const values = isRecord(stored['values']) ? stored['values'] : {};
  const files = Array.isArray(stored['files']) ? stored['files'] : [];
  const key = stored['submissionKey'];
  return {
    version,
    savedAt: stored['savedAt'],
    values: Object.fromEntries(Object.keys(blank).map((name) => [name, textOf(values[name])])),
    files: files.filter(isFile),
    recording: isRecording(stored['recording']) ? stored['recording'] : null,
    submissionKey: typeof key === 'string' ? key : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFile(value: unknown): value is DraftFile {
  return isRecord(value) && typeof value['name'] === 'string' && value['blob'] instanceof Blob;
}

function isRecording(value: unknown): value is { blob: Blob; seconds: number } {
  return isRecord(value) && value['blob'] instanceof Blob && typeof value['seconds'] === 'number';
}

/** The product's storage: the browser's own database, which holds files. Logging out empties it. */
export const deviceStorage: DraftStorage = { get, set, delete: del };
