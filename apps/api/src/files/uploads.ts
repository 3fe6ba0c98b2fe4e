import { type FileRule, type ErrorCode, fileMessage, message, pdfMessage } from '@baraza/contract';
import { AppError } from '../http/errors.ts';
import { displayName } from './file-name.ts';
import { pdfRefusals, type RefusalReason, RefusedFile } from './refused-file.ts';
import { requireCleanFile, type Scanning } from './scan-upload.ts';
import type { RawFile, ReceivedFile, TempFiles } from './temp-files.ts';

export interface Asking {
  readonly services: Scanning;
  readonly tempFiles: TempFiles;
}

/** Validates all files of a form; the error names the refused ones. */
export async function examineFiles(rules: Readonly<Record<string, FileRule>>, raw: readonly RawFile[], asking: Asking) {
  const files = Object.fromEntries(Object.keys(rules).map((field) => [field, [] as ReceivedFile[]]));
  const refusals: { readonly place: string; readonly fileName: string; readonly answer: Answer }[] = [];
  const seen: Record<string, number> = {};
  for (const file of raw) {
    const index = seen[file.field] ?? 0;
    seen[file.field] = index + 1;
    try {
      files[file.field]?.push(await examine(file, index, asking));
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      const place = file.rule.maxCount === 1 ? file.field : `${file.field}[${index}]`;
      refusals.push({ place, fileName: file.fileName, answer: answers[error.reason](file) });
    }
  }
  const [first] = refusals;
  if (!first) return { files, error: undefined };
  const fields = Object.fromEntries(
    refusals.map(({ place, fileName, answer: [, text] }) => [place, `${displayName(fileName)}: ${text}`]),
  );
  return { files, error: new AppError(...first.answer, { fields }) };
}

async function examine(file: RawFile, index: number, asking: Asking): Promise<ReceivedFile> {
  if (index >= file.rule.maxCount) throw new RefusedFile('too-many');
  // A repeat is recognised by its key and the declared facts alone: the file itself is gone.
  if (file.isFiled)
    return { ...file, tempPath: file.path, kind: 'image', contentType: file.declaredType, sha256: Buffer.alloc(0) };
  // The form parser replaces invalid UTF-8 by this character.
  if (file.fileName.includes('\uFFFD')) throw new RefusedFile('unreadable-name');
  if (file.size === 0) throw new RefusedFile('empty');
  if (file.size > file.rule.maxBytes) throw new RefusedFile('too-large');
  // The original, before anything decodes it.
  await requireCleanFile(asking.services, file.path);
  // Loaded with the first file, which saves some 40 MB until then.
  const { examineFile } = await import('./media.ts');
  return { ...(await examineFile(file, asking.tempFiles)), declared: file.declared };
}

type Answer = readonly [code: ErrorCode, text: string];

const pdfAnswers = Object.fromEntries(
  pdfRefusals.map((reason) => [reason, (): Answer => ['FILE_TYPE_REFUSED', pdfMessage[reason]]]),
) as Record<(typeof pdfRefusals)[number], () => Answer>;

const answers: Record<RefusalReason, (file: RawFile) => Answer> = {
  'too-many': () => ['VALIDATION_FAILED', message.tooManyFiles],
  'unreadable-name': () => ['VALIDATION_FAILED', fileMessage.name],
  empty: () => ['FILE_TYPE_REFUSED', fileMessage.empty],
  'too-large': ({ rule }) => ['FILE_TOO_LARGE', sizeText(rule)],
  infected: () => ['FILE_INFECTED', fileMessage.infected],
  'broken-image': ({ rule: { kind } }) => [
    'FILE_TYPE_REFUSED',
    kind === 'photo' ? message.photoType : fileMessage.broken,
  ],
  'unreadable-image': () => ['FILE_TYPE_REFUSED', fileMessage.unreadable],
  office: () => ['FILE_TYPE_REFUSED', fileMessage.office],
  ...pdfAnswers,
  type: ({ rule }) => ['FILE_TYPE_REFUSED', typeTexts[rule.kind]],
};

const noVoiceNote = /*i18n*/ 'This kind of recording cannot be taken. Please send a voice note.';
const typeTexts = {
  photo: message.photoType,
  media: message.mediaType,
  audio: message.audioType,
  voice: noVoiceNote,
};

/** The fixed text of the specification for a file that is too large. */
export function sizeText(rule: FileRule): string {
  return rule.kind === 'photo' ? message.photoTooLarge : message.mediaTooLarge;
}
