import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileRule } from '@baraza/contract/core/endpoint';
import { stripMetadata } from '@baraza/media-metadata';
import { fileTypeFromBuffer } from 'file-type';
import { displayName } from './file-name.ts';
import { remakeImage } from './image.ts';
import { previewPdf, remakePdf } from './pdf/pdf.ts';
import { RefusedFile } from './refused-file.ts';
import type { RawFile, ReceivedFile, TempFiles } from './temp-files.ts';

type Kind = ReceivedFile['kind'];

/** Types that files are stored as, and their extensions. SVG is refused, since it can hold scripts. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'video/ogg': '.ogv',
  'audio/wav': '.wav',
  'audio/ogg': '.ogg',
  'application/pdf': '.pdf',
};

/** Accepted types that are stored as others. */
const storedAs: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/avif': 'image/webp',
  'image/tiff': 'image/jpeg',
  'video/x-m4v': 'video/mp4',
  'application/ogg': 'video/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
};

const acceptedKinds: Record<FileRule['kind'], readonly Kind[]> = {
  photo: ['image'],
  media: ['image', 'video', 'document'],
  audio: ['audio'],
  voice: ['audio'],
};

/** Validates a file by its bytes and removes its metadata. @throws RefusedFile with the reason. */
export async function examineFile(raw: RawFile, tempFiles: TempFiles): Promise<ReceivedFile> {
  const received = (await sniff(raw.path)) ?? '';
  const contentType = storedAs[received] ?? received;
  const extension = extensions[contentType];
  const kind = contentType === 'application/pdf' ? 'document' : (contentType.split('/')[0] as Kind);
  if (kind === 'image' && !extension && ['photo', 'media'].includes(raw.rule.kind))
    throw new RefusedFile('unreadable-image');
  if (received === office && raw.rule.kind === 'media') throw new RefusedFile('office');
  // Only channels take what phones record; the portal records itself.
  if (contentType === 'audio/ogg' && raw.rule.kind !== 'voice') throw new RefusedFile('type');
  if (!extension || !acceptedKinds[raw.rule.kind].includes(kind) || !isAsDeclared(raw.declaredType, kind)) {
    throw new RefusedFile('type');
  }
  const tempPath = kind === 'image' || kind === 'document' ? tempFiles.newPath() : raw.path;
  let seconds: number | undefined;
  if (kind === 'image')
    await remakeImage(raw.path, tempPath, contentType, raw.rule.kind === 'photo' ? 'photo' : 'media');
  else if (kind === 'document') await remakePdf(raw.path, tempPath);
  else {
    const media = await stripMetadata(raw.path, contentType);
    // A film needs pictures.
    if (!media || (kind === 'video' && !media.hasPictures)) throw new RefusedFile('type');
    seconds = media.seconds;
  }
  const preview = kind === 'document' ? await previewPdf(tempPath, tempFiles.newPath()) : undefined;
  const { size } = await stat(tempPath);
  const fileName = displayName(raw.fileName, extension);
  return { tempPath, fileName, kind, contentType, size, seconds, preview, sha256: await digest(tempPath) };
}

/** The library needs no more to tell the accepted types; without the rest it cannot be kept busy. */
const sampleLength = 4_100;

async function sniff(path: string): Promise<string | undefined> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleLength), 0, sampleLength, 0);
  const sample = buffer.subarray(0, bytesRead);
  const type = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (isOffice(sample)) return office;
  return type?.mime ?? (isTiff(sample) ? 'image/tiff' : undefined);
}

const office = 'application/office';

/** Whether a document of an office program begins here: an OLE file, or an archive with the folders of one. */
function isOffice(sample: Buffer): boolean {
  const head = sample.toString('latin1');
  const isArchive = head.startsWith('PK\u0003\u0004');
  return (
    head.startsWith('\u00D0\u00CF\u0011\u00E0') ||
    head.startsWith('{\\rtf') ||
    (isArchive &&
      /\[Content_Types\]\.xml|_rels\/|docProps\/|mimetypeapplication\/vnd\.|Index\/Document\.iwa/.test(head))
  );
}

/** Whether a TIFF begins here; the library would look for its directory, which most programs write at the end. */
const isTiff = (sample: Buffer) => ['II*\0', 'MM\0*'].includes(sample.toString('latin1', 0, 4));

/** Whether the client's type fits; octet-stream fits all. */
function isAsDeclared(declared: string, kind: Kind): boolean {
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/octet-stream') return true;
  return (
    type.startsWith(`${kind === 'document' ? 'application' : kind}/`) ||
    (kind === 'video' && type === 'application/ogg')
  );
}

async function digest(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
