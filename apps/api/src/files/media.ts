import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileRule } from '@baraza/contract/core/endpoint';
import { stripMetadata } from '@baraza/media-metadata';
import { fileTypeFromBuffer } from 'file-type';
import { displayName } from './file-name.ts';
import { imageFormats, remakeImage } from './image.ts';
import { RefusedFile } from './refused-file.ts';
import type { TempFiles } from './temp-files.ts';
import type { RawFile, ReceivedFile } from './uploads.ts';

type Kind = ReceivedFile['kind'];

/** Accepted types by signature; `extension` is that of the stored file. */
const known: Record<string, { kind: Kind; contentType: string; extension: string }> = {
  ...imageFormats,
  'video/mp4': { kind: 'video', contentType: 'video/mp4', extension: '.mp4' },
  'video/x-m4v': { kind: 'video', contentType: 'video/mp4', extension: '.mp4' },
  'video/quicktime': { kind: 'video', contentType: 'video/quicktime', extension: '.mov' },
  'video/webm': { kind: 'video', contentType: 'video/webm', extension: '.webm' },
  'video/ogg': { kind: 'video', contentType: 'video/ogg', extension: '.ogv' },
  'application/ogg': { kind: 'video', contentType: 'video/ogg', extension: '.ogv' },
  'audio/wav': { kind: 'audio', contentType: 'audio/wav', extension: '.wav' },
};

const acceptedKinds: Record<FileRule['kind'], readonly Kind[]> = {
  photo: ['image'],
  media: ['image', 'video'],
  audio: ['audio'],
};

/** Validates a file by its bytes and removes its metadata. @throws RefusedFile with the reason. */
export async function examineFile(raw: RawFile, tempFiles: TempFiles, gone?: AbortSignal): Promise<ReceivedFile> {
  const type = known[(await sniff(raw.path)) ?? ''];
  if (!type || !acceptedKinds[raw.rule.kind].includes(type.kind) || !isAsDeclared(raw.declaredType, type.kind)) {
    throw new RefusedFile('type');
  }
  const tempPath = type.kind === 'image' ? tempFiles.newPath() : raw.path;
  let seconds: number | undefined;
  if (type.kind === 'image')
    await remakeImage(raw.path, tempPath, type.contentType, raw.rule.kind === 'photo' ? 'photo' : 'media', gone);
  else ({ seconds } = await keepPlayedMedia(raw.path, type));
  const { size } = await stat(tempPath);
  return {
    tempPath,
    fileName: displayName(raw.fileName, type.extension),
    kind: type.kind,
    contentType: type.contentType,
    size,
    seconds,
    sha256: await digest(tempPath),
  };
}

/** Removes everything but the played media; a film needs pictures. */
async function keepPlayedMedia(path: string, { kind, contentType }: { kind: Kind; contentType: string }) {
  const media = await stripMetadata(path, contentType);
  if (!media || (kind === 'video' && !media.hasPictures)) throw new RefusedFile('type');
  return media;
}

/** The library needs no more to tell the accepted types; without the rest it cannot be kept busy. */
const sampleLength = 4_100;

async function sniff(path: string): Promise<string | undefined> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleLength), 0, sampleLength, 0);
    const sample = buffer.subarray(0, bytesRead);
    const type = await fileTypeFromBuffer(sample).catch(() => undefined);
    return type?.mime ?? (isTiff(sample) ? 'image/tiff' : undefined);
  } finally {
    await file.close();
  }
}

/** Whether a TIFF begins here; the library would look for its directory, which most programs write at the end. */
const isTiff = (sample: Buffer) => ['II*\0', 'MM\0*'].includes(sample.toString('latin1', 0, 4));

/** Whether the client's type fits; octet-stream fits all. */
function isAsDeclared(declared: string, kind: Kind): boolean {
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/octet-stream') return true;
  return type.startsWith(`${kind}/`) || (kind === 'video' && type === 'application/ogg');
}

async function digest(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
