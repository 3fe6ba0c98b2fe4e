import type { FileRule } from '@baraza/contract/core/endpoint';
import type { ErrorCode } from '@baraza/contract/core/error';
import { fileMessage } from '@baraza/contract/core/file-message';
import { message } from '@baraza/contract/core/message';
import { AppError } from '../http/errors.ts';
import { displayName } from './file-name.ts';
import { type RawFile, sizeText } from '../http/input/multipart.ts';
import { Refusal } from './refusal.ts';
import { requireCleanFile, type Scanning } from './scan-upload.ts';
import type { TempFiles } from './temp-files.ts';

/**
 * A file as it arrived: looked at, checked and, for an image, made anew without EXIF and place. It lies in a temporary file
 * that goes away when the request ends, whatever happens; the file store copies it.
 */
export interface ReceivedFile {
  readonly tempPath: string;
  /** As the person named it, made harmless. For display alone. */
  readonly fileName: string;
  readonly kind: 'image' | 'video' | 'audio';
  /** From the bytes, not from what the client said. */
  readonly contentType: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Files that were looked at, and what is wrong with the others. */
export interface Examined {
  readonly files: Record<string, ReceivedFile[]>;
  /** The first refusal, with the fields of all. */
  readonly error: AppError | undefined;
}

/** For whom files are looked at. */
export interface Asking {
  readonly services: Scanning;
  /** Aborted when they hang up. */
  readonly gone: AbortSignal;
}

/** Looks at every file of a form. A refused file is named, so that the rest of the form need not be lost. */
export async function examineFiles(
  rules: Readonly<Record<string, FileRule>>,
  raw: readonly RawFile[],
  scratch: TempFiles,
  asking: Asking,
): Promise<Examined> {
  const files = Object.fromEntries(Object.keys(rules).map((field) => [field, [] as ReceivedFile[]]));
  const refusals: { place: string; refusal: Refusal; fileName: string }[] = [];
  const seen: Record<string, number> = {};
  for (const file of raw) {
    const index = seen[file.field] ?? 0;
    seen[file.field] = index + 1;
    const result = await tryExamine(file, index, scratch, asking);
    if (result instanceof Refusal)
      refusals.push({ place: placeOf(file, index), refusal: result, fileName: file.fileName });
    else files[file.field]?.push(result);
  }
  return { files, error: toError(refusals) };
}

async function tryExamine(
  file: RawFile,
  index: number,
  scratch: TempFiles,
  asking: Asking,
): Promise<ReceivedFile | Refusal> {
  try {
    if (index >= file.rule.maxCount) throw new Refusal('VALIDATION_FAILED', message.tooManyFiles);
    if (!isReadable(file.fileName)) throw new Refusal('VALIDATION_FAILED', fileMessage.name);
    if (file.size > file.rule.maxBytes) throw new Refusal('FILE_TOO_LARGE', sizeText(file.rule));
    // As it came, and before anything decodes it.
    await requireCleanFile(asking.services, file.path);
    // Loaded with the first file: a server that has seen none needs some 40 MB less.
    const { examineFile } = await import('./media.ts');
    return await examineFile(file, scratch, asking.gone);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Whoever reads the parts of a form puts this mark in the place of what is no UTF-8, and a name would be kept as nobody wrote it.
 * One that has the mark already was ruined before.
 */
const isReadable = (fileName: string) => !fileName.includes('\uFFFD');

function placeOf({ field, rule }: RawFile, index: number): string {
  return rule.maxCount === 1 ? field : `${field}[${index}]`;
}

function toError(refusals: readonly { place: string; refusal: Refusal; fileName: string }[]): AppError | undefined {
  const [first] = refusals;
  if (!first) return undefined;
  const fields = Object.fromEntries(
    refusals.map(({ place, refusal, fileName }) => [place, `${displayName(fileName)}: ${refusal.message}`]),
  );
  const code: ErrorCode = first.refusal.code;
  return new AppError(code, first.refusal.message, { fields });
}
