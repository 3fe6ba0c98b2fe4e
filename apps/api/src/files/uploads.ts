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

/** A validated file, without metadata, in a temporary file that ends with the request. */
export interface ReceivedFile {
  readonly tempPath: string;
  /** Cleaned name for display. */
  readonly fileName: string;
  readonly kind: 'image' | 'video' | 'audio';
  /** Detected from the bytes. */
  readonly contentType: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Accepted files, and the error of the refused ones. */
export interface Examined {
  readonly files: Record<string, ReceivedFile[]>;
  /** The first refusal with the fields of all. */
  readonly error: AppError | undefined;
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
    // The original, before anything decodes it.
    await requireCleanFile(asking.services, file.path);
    // Loaded with the first file, which saves some 40 MB before.
    const { examineFile } = await import('./media.ts');
    return await examineFile(file, scratch, asking.gone);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Whether a file name is valid UTF-8.
 * The form parser replaces invalid bytes by this mark; a name that has it already is broken anyway.
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
