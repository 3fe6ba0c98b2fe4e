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

/** Small at first, so that a slow line shows soon; what breaks off costs one chunk at most. */
const firstChunk = 64 * 1024;
const largestChunk = 1024 * 1024;
const quickMs = 3000;

const tus = { 'tus-resumable': tusVersion };

interface Upload {
  readonly id: string | undefined;
  readonly signal: AbortSignal;
  /** Stores the id of a new one before its first byte goes; undefined for one that cannot go on. */
  readonly keep: (id: string | undefined) => Promise<void>;
  /** Encrypts what goes, where that is asked for. */
  readonly encrypt?: EncryptUpload | undefined;
  /** Hears how far it has come and how many bytes went in a second; true stops here. */
  readonly onChunk: (offset: number, bytesPerSecond?: number) => Promise<boolean>;
}

/** Sends a file by tus 1.0 from where it broke off. */
export async function sendFile(call: Call, file: File, { id: begun, signal, keep, encrypt, onChunk }: Upload) {
  const there = begun === undefined ? undefined : await offsetOf(call, begun, signal);
  const id = begun !== undefined && there !== undefined ? begun : await begin(call, file, signal);
  if (id !== begun) await keep(id);
  let offset = there ?? 0;
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
      // It takes no more here, so it begins anew; or another request was ahead, and it goes on there; or it has gone.
      if ((await offsetOf(call, id, signal)) === sent) await keep(undefined);
      throw new TypeError('The upload does not go on here.', { cause: error });
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

/** How many bytes the server has; undefined for an upload that is no longer there. */
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
  // The sign-in page of a guest network, say, that answers in our place.
  if (Number.isNaN(offset)) throw new TypeError('This is no answer of tus.');
  return offset;
}

function metadataOf({ name, type }: File): string {
  const encode = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  return `filename ${encode(name)},filetype ${encode(type)}`;
}
