import { type FileRule, type ErrorCode, fileMessage, message } from '@baraza/contract';
import { AppError } from '../http/errors.ts';
import { displayName } from './file-name.ts';
import { type RefusalReason, RefusedFile } from './refused-file.ts';
import { requireCleanFile, type Scanning } from './scan-upload.ts';
import type { TempFiles } from './temp-files.ts';

/** A validated file, without metadata, in a temporary file that ends with the request. */
export interface ReceivedFile {
  readonly tempPath: string;
  /** Cleaned name for display. */
  readonly fileName: string;
  readonly kind: 'image' | 'video' | 'audio';
  readonly contentType: string;
  readonly size: number;
  readonly seconds?: number | undefined;
  readonly sha256: Buffer;
  /** Of an upload: name, type and length as they were declared. */
  readonly declared?: string | undefined;
  /** It was filed before, and its bytes are gone: only a repeat may name it. */
  readonly isFiled?: boolean;
}

/** A file as it came over the line: counted, not yet looked at. */
export interface RawFile {
  readonly field: string;
  readonly rule: FileRule;
  readonly path: string;
  readonly fileName: string;
  readonly declaredType: string;
  /** Of what arrived; what is past the limit was counted and thrown away. */
  readonly size: number;
  /** Of an upload: name, type and length as they were declared. */
  readonly declared?: string;
  /** It was filed when the same was submitted before, and its bytes are gone. */
  readonly isFiled?: boolean;
}

/** Context of an upload. */
export interface Asking {
  readonly services: Scanning;
  /** Aborted when the client hangs up. */
  readonly gone: AbortSignal;
}

/** Validates all files of a form and names the refused ones. */
export async function examineFiles(
  rules: Readonly<Record<string, FileRule>>,
  raw: readonly RawFile[],
  tempFiles: TempFiles,
  asking: Asking,
) {
  const files = Object.fromEntries(Object.keys(rules).map((field) => [field, [] as ReceivedFile[]]));
  const refusals: { readonly place: string; readonly file: RawFile; readonly reason: RefusalReason }[] = [];
  const seen: Record<string, number> = {};
  for (const file of raw) {
    const index = seen[file.field] ?? 0;
    seen[file.field] = index + 1;
    try {
      files[file.field]?.push(await examine(file, index, tempFiles, asking));
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      const place = file.rule.maxCount === 1 ? file.field : `${file.field}[${index}]`;
      refusals.push({ place, file, reason: error.reason });
    }
  }
  const [first] = refusals;
  if (!first) return { files, error: undefined };
  const { code, text } = answerTo(first.reason, first.file);
  const fields = Object.fromEntries(
    refusals.map(({ place, file, reason }) => [place, `${displayName(file.fileName)}: ${answerTo(reason, file).text}`]),
  );
  return { files, error: new AppError(code, text, { fields }) };
}

async function examine(file: RawFile, index: number, tempFiles: TempFiles, asking: Asking): Promise<ReceivedFile> {
  if (index >= file.rule.maxCount) throw new RefusedFile('too-many');
  // The key of the submission answers a repeat by what was declared: nothing else of this one is read.
  if (file.isFiled)
    return { ...file, tempPath: file.path, kind: 'image', contentType: file.declaredType, sha256: Buffer.alloc(0) };
  if (!isReadable(file.fileName)) throw new RefusedFile('unreadable-name');
  if (file.size > file.rule.maxBytes) throw new RefusedFile('too-large');
  // The original, before anything decodes it.
  await requireCleanFile(asking.services, file.path);
  // Loaded with the first file, which saves some 40 MB before.
  const { examineFile } = await import('./media.ts');
  return { ...(await examineFile(file, tempFiles, asking.gone)), declared: file.declared };
}

/** Whether a file name is valid UTF-8: the form parser replaces invalid bytes by this mark. */
const isReadable = (fileName: string) => !fileName.includes('\uFFFD');

function answerTo(reason: RefusalReason, { rule, declaredType }: RawFile): { code: ErrorCode; text: string } {
  switch (reason) {
    case 'too-many':
      return { code: 'VALIDATION_FAILED', text: message.tooManyFiles };
    case 'unreadable-name':
      return { code: 'VALIDATION_FAILED', text: fileMessage.name };
    case 'too-large':
      return { code: 'FILE_TOO_LARGE', text: sizeText(rule) };
    case 'infected':
      return { code: 'FILE_INFECTED', text: fileMessage.infected };
    case 'broken-image':
      return { code: 'FILE_TYPE_REFUSED', text: rule.kind === 'photo' ? message.photoType : fileMessage.broken };
    case 'type':
      return { code: 'FILE_TYPE_REFUSED', text: typeText(rule, declaredType) };
  }
}

function typeText({ kind }: FileRule, declaredType: string): string {
  if (/^image\/(hei[cf]|bmp|x-|vnd)/i.test(declaredType) && kind !== 'audio') return fileMessage.unreadable;
  return { photo: message.photoType, media: message.mediaType, audio: message.audioType }[kind];
}

/** The fixed text of the specification for a file that is too large. */
export function sizeText(rule: FileRule): string {
  return rule.kind === 'photo' ? message.photoTooLarge : message.mediaTooLarge;
}
