import { limit, message as texts } from '@baraza/contract';
import { phrase, type Words } from '../../texts/words.ts';

/** A file that waits in the file store. */
export interface SentFile {
  readonly key: string;
  readonly contentType: string;
  readonly size: number;
  readonly isVoice: boolean;
}

/** A place as a phone sends it; its name is the 'where'. */
export interface SentPlace {
  readonly lat: number;
  readonly lon: number;
  readonly name: string;
}

/** Files and a place that came with the words. */
export interface Sent {
  readonly files: readonly SentFile[];
  readonly place?: SentPlace | undefined;
}

/** A message of a citizen, its file fetched. */
export interface Message {
  readonly text: string;
  readonly file?: SentFile | undefined;
  /** Why its file was not taken. */
  readonly refusal?: string | undefined;
  readonly place?: SentPlace | undefined;
}

interface Keeping {
  readonly sent?: Sent | undefined;
}

/** Adds file and place of a message to what waits. */
export function keepSent<T extends Keeping>(
  dialogue: T,
  { file, place, refusal: refused }: Message,
): { readonly dialogue: T; readonly refusal?: Words | undefined } {
  const { files = [], place: earlier } = dialogue.sent ?? {};
  const isFull = file !== undefined && files.length >= limit.mediaFiles;
  const refusal = isFull ? texts.tooManyFiles : refused;
  const kept = file && !isFull ? [...files, file] : files;
  const sent = { files: kept, place: place ?? earlier };
  const hasAny = kept.length > 0 || sent.place !== undefined;
  return { dialogue: hasAny ? { ...dialogue, sent } : dialogue, refusal: refusal && phrase(refusal) };
}
