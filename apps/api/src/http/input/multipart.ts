import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { type Endpoint, fileMessage, type FileRule, message } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, malformed } from '../errors.ts';
import { assertCleanText, decodeUtf8, properName } from './schema-input.ts';
import type { RawFile, TempFiles } from '../../files/temp-files.ts';
import { sizeText } from '../../files/uploads.ts';

/** Bytes allowed for fields and for the boundaries and headers of parts. */
const slack = 2 * 1024 * 1024;

const maxFields = 50;
const maxFiles = 40;
const limits = {
  fieldNameSize: 100,
  files: maxFields + maxFiles,
  parts: maxFields + maxFiles,
  headerPairs: 30,
  fileSize: Infinity,
};
/** Makes the parser leave every part as bytes: texts are decoded here. */
const parsing = { limits, throwFileSizeLimit: false, isPartAFile: () => true } as object;

/** Reads a multipart body, the files into temporary ones as they stream; nothing of a file stays in memory. */
export async function readMultipart(request: FastifyRequest, endpoint: Endpoint, tempFiles: TempFiles) {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send this as multipart/form-data.');
  const cap = Object.values(endpoint.files ?? {}).reduce((sum, rule) => sum + rule.maxBytes * rule.maxCount, slack);
  // Refused by its announced length, before a byte is read.
  if (Number(request.headers['content-length'] ?? 0) > cap) throw tooMuch(endpoint);
  const stopCounting = countBytes(request, cap, () => tooMuch(endpoint));
  try {
    return await readParts(request, endpoint, tempFiles);
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && ('statusCode' in error || 'syscall' in error)))
      throw error;
    throw malformed(fileMessage.cut);
  } finally {
    stopCounting();
  }
}

/** Counts all bytes of a body, also those outside its parts. Past the cap reading ends with the error. */
function countBytes({ raw }: FastifyRequest, cap: number, toError: () => AppError): () => void {
  let total = 0;
  const count = (chunk: Buffer) => {
    total += chunk.length;
    if (total <= cap) return;
    stop();
    // The plugin ends its parts with an error of the body, and the file that is just coming.
    raw.emit('error', toError());
    // Discarded from here on, so that a client that is still sending receives the reply.
    raw.resume();
  };
  const stop = () => void raw.off('data', count);
  raw.on('data', count);
  return stop;
}

async function readParts(request: FastifyRequest, endpoint: Endpoint, tempFiles: TempFiles) {
  const form = {
    fields: Object.create(null) as Record<string, unknown>,
    files: [] as RawFile[],
    /** Ids of uploads in place of files, and the key of encrypted ones. */
    uploads: [] as string[],
    uploadKey: undefined as string | undefined,
    /** Faults of unexpected parts, by name. */
    strays: {} as Record<string, string>,
  };
  const count = { fields: 0, files: 0 };
  for await (const part of request.parts(parsing) as AsyncIterable<MultipartFile>) {
    assertCleanText([part.fieldname, part.filename]);
    const field = properName(part.fieldname, endpoint.aliases);
    const rule = endpoint.files && Object.hasOwn(endpoint.files, field) ? endpoint.files[field] : undefined;
    count[isText(part) ? 'fields' : 'files'] += 1;
    if (count.fields > maxFields || count.files > maxFiles) throw tooMuch(endpoint);
    if (isText(part)) {
      const value = await readField(part.file);
      assertCleanText(value);
      if (value === undefined) form.strays[field] = message.tooLong;
      else if (endpoint.uploads && field === 'uploads') form.uploads.push(value);
      else if (endpoint.uploads && field === 'uploadKey') form.uploadKey = value;
      else if (field in form.fields || (rule && value !== '')) form.strays[field] = message.invalid;
      else if (!rule) form.fields[field] = value;
      continue;
    }
    await tempFiles.requireRoom();
    const file = await savePart(part, field, rule, tempFiles.newPath());
    // A form with an empty file input sends a part without name and bytes.
    if (file.size === 0 && file.fileName === '') continue;
    if (file.rule) form.files.push({ ...file, rule: file.rule });
    else form.strays[field] = message.invalid;
  }
  return form;
}

/** Whether a part is a file: it has a file name or a binary type. */
const isText = ({ filename, mimetype }: Pick<MultipartFile, 'mimetype'> & { filename?: string }) =>
  filename === undefined && mimetype !== 'application/octet-stream';

async function savePart(part: MultipartFile, field: string, rule: FileRule | undefined, path: string) {
  const max = rule?.maxBytes ?? 0;
  let size = 0;
  // The pipeline below reports a part that breaks while the file is being opened.
  part.file.on('error', () => undefined);
  // Opened first: a file created after the request has ended would never be removed.
  const file = await open(path, 'wx', 0o600);
  await pipeline(
    part.file,
    async function* keepWithinLimit(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.length;
        if (size <= max) yield chunk;
      }
    },
    file.createWriteStream(),
  );
  return { field, rule, path, size, fileName: part.filename ?? '', declaredType: part.mimetype };
}

function tooMuch(endpoint: Endpoint): AppError {
  const [field, rule] = Object.entries(endpoint.files ?? {})[0] ?? [];
  if (field === undefined || rule === undefined) return new AppError('PAYLOAD_TOO_LARGE', message.tooLong);
  const text = sizeText(rule);
  return new AppError('FILE_TOO_LARGE', text, { fields: { [field]: text } });
}

/** The longest text of a form; the contract asks for far less of each. */
const maxBytes = 128 * 1024;

/** Reads a text part; undefined when it is too long. As bytes, since a decoder on the way would replace invalid UTF-8. */
async function readField(part: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) return undefined;
  const value = decodeUtf8(Buffer.concat(chunks));
  if (value === undefined) throw malformed('The request holds a character that is not allowed.');
  return value;
}
