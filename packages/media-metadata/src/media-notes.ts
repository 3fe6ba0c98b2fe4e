import { readFile, writeFile } from 'node:fs/promises';
import { withoutMp4Notes } from './mp4-notes.ts';
import { withoutOggNotes } from './ogg-notes.ts';
import { withoutWavNotes } from './wav-notes.ts';
import { withoutWebmNotes } from './webm-notes.ts';

/** Gives back the file without what does not belong to film or sound; undefined when there is no film or sound in it. */
type TakeOut = (bytes: Buffer) => Buffer | undefined;

const byType: Readonly<Record<string, TakeOut>> = {
  'video/mp4': withoutMp4Notes,
  'video/quicktime': withoutMp4Notes,
  'video/webm': withoutWebmNotes,
  'video/ogg': withoutOggNotes,
  'audio/wav': withoutWavNotes,
};

/** One file at a time is in memory, however many come in at once. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Takes out of a film or a recording what a camera or a program noted beside it (the place, the device, its owner), and what
 * hangs on behind. Only what is played stays, as it came. The container must have been checked before.
 * False when nothing in it could be played.
 */
export function takeNotesOut(path: string, contentType: string): Promise<boolean> {
  const result = last.then(() => takeOut(path, contentType));
  last = result.catch(() => undefined);
  return result;
}

async function takeOut(path: string, contentType: string): Promise<boolean> {
  const bytes = await readFile(path);
  const rest = byType[contentType]?.(bytes);
  if (!rest) return false;
  await writeFile(path, rest);
  return true;
}
