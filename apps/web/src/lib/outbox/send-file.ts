import {
  ApiError,
  type Call,
  continueUpload,
  createUpload,
  findUpload,
  type TransportResponse,
  tusVersion,
} from '@baraza/contract';
import type { EncryptUpload } from './encrypt-upload.ts';

/** Bytes of the first chunk: small, so that a slow connection is noticed soon. A failure costs one chunk at most. */
const firstChunk = 64 * 1024;
const largestChunk = 1024 * 1024;
const quickMs = 3000;

const tus = { 'tus-resumable': tusVersion };

interface Upload {
  readonly id: string | undefined;
  readonly signal: AbortSignal;
  /** Stores the id of a new upload before its first byte is sent; undefined for one that cannot be resumed. */
  readonly keep: (id: string | undefined) => Promise<void>;
  /** Encrypts each chunk, if given. */
  readonly encrypt?: EncryptUpload | undefined;
  /** Called with the offset and the speed after each chunk; true stops the upload. */
  readonly onChunk: (offset: number, bytesPerSecond?: number) => Promise<boolean>;
}

/** Sends a file by tus 1.0, resuming a begun upload. */
export async function sendFile(call: Call, file: File, { id: begun, signal, keep, encrypt, onChunk }: Upload) {
  const uploaded = begun === undefined ? undefined : await offsetOf(call, begun, signal);
  const id = begun !== undefined && uploaded !== undefined ? begun : await begin(call, file, signal);
  if (id !== begun) await keep(id);
  let offset = uploaded ?? 0;
  let size = firstChunk;
  let isEnough = await onChunk(offset);
  while (offset < file.size && !isEnough) {
    const startedAt = performance.now();
    const sent = offset;
    try {
      const bytes = file.slice(sent, sent + size);
      offset = await sendChunk(call, id, sent, (await encrypt?.(id, sent, bytes)) ?? bytes, signal);
    } catch (error) {
      if (!(error instanceof ApiError && [404, 409, 410].includes(error.status))) throw error;
      // An unchanged offset means that it accepts no more, and it starts anew; otherwise the next try continues from there.
      if ((await offsetOf(call, id, signal)) === sent) await keep(undefined);
      throw new TypeError('The upload cannot be resumed here.', { cause: error });
    }
    const ms = performance.now() - startedAt;
    if (ms < quickMs) size = Math.min(2 * size, largestChunk);
    isEnough = await onChunk(offset, ((offset - sent) / ms) * 1000);
  }
}

async function begin(call: Call, file: File, signal: AbortSignal): Promise<string> {
  const headers = { ...tus, 'upload-length': String(file.size), 'upload-metadata': metadataOf(file) };
  return (await call(createUpload, {}, { headers, signal })).id;
}

/** Returns the bytes that the server has; undefined for an upload that no longer exists. */
async function offsetOf(call: Call, id: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    return await offsetAfter((onReply) => call(findUpload, { params: { id } }, { headers: tus, signal, onReply }));
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) return undefined;
    throw error;
  }
}

const sendChunk = (call: Call, id: string, offset: number, bytes: Blob, signal: AbortSignal) => {
  const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
  return offsetAfter((onReply) => call(continueUpload, { params: { id }, bytes }, { headers, signal, onReply }));
};

async function offsetAfter(ask: (onReply: (header: TransportResponse['header']) => void) => Promise<unknown>) {
  let offset = Number.NaN;
  await ask((header) => (offset = Number(header('upload-offset') ?? Number.NaN)));
  // For example the sign-in page of a guest network, which responds in the server's place.
  if (Number.isNaN(offset)) throw new TypeError('This is no tus response.');
  return offset;
}

function metadataOf({ name, type }: File): string {
  const encode = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  return `filename ${encode(name)},filetype ${encode(type)}`;
}
