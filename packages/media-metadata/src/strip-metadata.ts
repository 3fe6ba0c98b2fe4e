import { readFile, writeFile } from 'node:fs/promises';
import { stripMp4Metadata } from './mp4-metadata.ts';
import { stripOggMetadata } from './ogg-metadata.ts';
import type { PlayedMedia } from './played-media.ts';
import { stripWavMetadata } from './wav-metadata.ts';
import { stripWebmMetadata } from './webm-metadata.ts';

/** Strippers by type. They return undefined if nothing is played or the file was cut off, and may work in place. */
const byType: Readonly<Record<string, (bytes: Buffer) => PlayedMedia | undefined>> = {
  'video/mp4': stripMp4Metadata,
  'video/quicktime': stripMp4Metadata,
  'video/webm': stripWebmMetadata,
  'video/ogg': stripOggMetadata,
  'audio/ogg': stripOggMetadata,
  'audio/wav': stripWavMetadata,
};

/** Queue of files, so that only one at a time is in memory. */
let last: Promise<unknown> = Promise.resolve();

/** Strips metadata and trailing bytes from the file of a film or recording. Undefined if it plays nothing. */
export function stripMetadata(path: string, contentType: string): Promise<PlayedMedia | undefined> {
  const result = last.then(() => stripFile(path, contentType));
  last = result.catch(() => undefined);
  return result;
}

async function stripFile(path: string, contentType: string): Promise<PlayedMedia | undefined> {
  const media = byType[contentType]?.(await readFile(path));
  if (media) await writeFile(path, media.bytes);
  return media;
}
