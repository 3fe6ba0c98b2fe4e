import {
  addEvidence,
  answerComplaint,
  ApiError,
  type Call,
  type CallOptions,
  createClient,
  findProof,
  openGuestSession,
  reopenComplaint,
  submitComplaint,
  submitFeedback,
  submitGuestComplaint,
  takeSurvey,
} from '@baraza/contract';
import { guestOwner, presentItem, putItem, type OutboxItem } from './outbox.ts';
import { encryptWith, newUploadKey, type EncryptUpload } from './encrypt-upload.ts';
import { sendFile } from './send-file.ts';

/** If the files would take longer than this (seconds), the text is sent first. */
const patience = 20;

const forms = {
  complaint: submitComplaint,
  feedback: submitFeedback,
  answer: answerComplaint,
  evidence: addEvidence,
  reopen: reopenComplaint,
};

type Sent =
  | { readonly uploads: readonly string[]; readonly uploadKey?: string | undefined }
  | { readonly files: { readonly files: readonly File[] } };

/** Sends the words of an item with its files, or the names of their uploads. */
function sendForm(call: Call, { kind, body }: OutboxItem, sent: Sent, options: CallOptions): Promise<unknown> {
  if (kind === 'survey') return call(takeSurvey, { body: body as never }, options);
  // They differ in their fields and replies alone.
  return call(forms[kind] as typeof addEvidence, { form: body as never, ...sent }, options);
}

const filesOf = ({ files }: OutboxItem['content']): File[] =>
  files.map(({ name, blob }) => new File([blob], name, { type: blob.type }));

/** The recording goes with the words: it may stand for them. */
const recordingOf = ({ recording }: OutboxItem['content']): File[] =>
  recording ? [new File([recording.blob], 'recording.wav', { type: 'audio/wav' })] : [];

interface Way {
  readonly call: Call;
  readonly controller: AbortController;
  readonly onProgress?: (sent: number, total: number) => void;
  /** Hears how far the item has come. The device may have no room to store that. */
  readonly onNoted: (item: OutboxItem) => void;
}

/** Sends an item and notes on the device how far it has come. Stops where it was changed, paused or deleted meanwhile. */
export function deliver(item: OutboxItem, way: Way): Promise<unknown> {
  const { call, controller, onProgress = () => undefined, onNoted } = way;
  const { signal } = controller;
  let latest = item;
  const note = async (change: Partial<OutboxItem>) => {
    const present = await presentItem(item.key);
    if (present?.state !== 'waiting' || present.savedAt !== item.savedAt) controller.abort();
    signal.throwIfAborted();
    latest = { ...latest, ...change };
    onNoted(latest);
    await putItem(latest);
    return latest;
  };
  const headers = { 'idempotency-key': item.key, 'content-language': item.language };
  const fresh = item.account === guestOwner ? fileAsGuest : deliverOwn;
  const send = item.receipt ? deliverWithReceipt : fresh;
  return send(item, { call, onProgress, note, signal, headers });
}

interface Steps {
  readonly call: Call;
  readonly onProgress: (sent: number, total: number) => void;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly note: (change: Partial<OutboxItem>) => Promise<OutboxItem>;
  readonly encrypt?: EncryptUpload;
}

/** Sends files from where they broke off, then the form naming them. On a poor line a complaint's words go first. */
async function deliverOwn(started: OutboxItem, { call, headers, signal, onProgress, note, encrypt }: Steps) {
  let item = started;
  const withWords = recordingOf(item.content);
  const all = [...withWords, ...filesOf(item.content)];
  const words = JSON.stringify(item.body).length;
  const named = () => (item.wordsFirst ? withWords : all);
  const mayFollow = item.kind === 'complaint' && all.length > withWords.length && !item.areFilesThere;
  if (mayFollow && isPoor(item)) item = await note({ wordsFirst: true });

  let there = 0;
  onProgress(there, words + sizeOf(named()));
  for (const [index, file] of item.areFilesThere ? [] : all.entries()) {
    if (index >= named().length) break;
    await sendFile(call, file, {
      id: item.uploads?.[index],
      signal,
      encrypt,
      keep: async (id) => {
        item = await note({ uploads: Object.assign([...(item.uploads ?? [])], { [index]: id }) });
      },
      onChunk: async (offset, bytesPerSecond = Infinity) => {
        const total = words + sizeOf(named());
        onProgress(there + offset, total);
        const isSlow = (total - there - offset) / bytesPerSecond > patience;
        if (mayFollow && isSlow && !item.wordsFirst) item = await note({ wordsFirst: true });
        return index >= named().length;
      },
    });
    there += file.size;
  }
  if (!item.areFilesThere && named().length > 0) item = await note({ areFilesThere: true });
  const uploads = (item.uploads ?? []).slice(0, named().length) as string[];
  return sendForm(call, item, { uploads, uploadKey: item.uploadKey }, { headers, signal });
}

const sizeOf = (files: readonly Blob[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Whether the line is known to be slow, or broke off under these files before. */
const isPoor = ({ tries, uploads = [] }: OutboxItem): boolean => isOnSlowLine() || (tries > 0 && uploads.length > 0);

/** Whether the browser tells of 2G. */
function isOnSlowLine(): boolean {
  const { effectiveType = '' } = (navigator as { connection?: { effectiveType?: string } }).connection ?? {};
  return effectiveType.endsWith('2g');
}

/** Past so many bytes of photos and films the words go first: on a line of 400 kbit/s these take 20 s. */
const mostWithWords = 1_000_000;

/** Adds to a guest's complaint, by its receipt code. Files go encrypted: the server keeps nothing of them that it can read. */
async function deliverWithReceipt(item: OutboxItem, steps: Steps): Promise<unknown> {
  const { call, headers, signal, onProgress, note } = steps;
  const files = filesOf(item.content);
  onProgress(0, JSON.stringify(item.body).length + sizeOf(files));
  const { token } = await call(openGuestSession, { body: item.receipt! }, { signal });
  const asGuest = createClient({ token: () => token });
  if (files.length === 0) return deliverOwn(item, { ...steps, call: asGuest });
  // Without https a browser encrypts nothing.
  if (!globalThis.crypto.subtle) return sendForm(asGuest, item, { files: { files } }, { headers, signal });
  const { uploadKey = newUploadKey() } = item;
  const latest = item.uploadKey === undefined ? await note({ uploadKey }) : item;
  try {
    return await deliverOwn(latest, { ...steps, call: asGuest, encrypt: await encryptWith(uploadKey) });
  } catch (error) {
    // The session ended on the way: the code opens another.
    throw error instanceof ApiError && error.status === 401 ? new TypeError('No session.', { cause: error }) : error;
  }
}

/** Files a complaint without an account. Files of over 1 MB, or any on a slow line, follow it as evidence. */
async function fileAsGuest(item: OutboxItem, steps: Steps): Promise<unknown> {
  const { call, headers, signal, onProgress, note } = steps;
  const files = filesOf(item.content);
  onProgress(0, JSON.stringify(item.body).length + sizeOf(files));
  // Decided once: a key has to bring the same form each time, or the code does not come back.
  const { wordsFirst = files.length > 0 && (isOnSlowLine() || sizeOf(files) > mostWithWords) } = item;
  if (item.wordsFirst === undefined) await note({ wordsFirst });
  const proof = await findProof(item.key);
  const [audio] = recordingOf(item.content);
  const sent = { files: wordsFirst ? [] : files, ...(audio && { audio }) };
  return call(
    submitGuestComplaint,
    { form: item.body as never, files: sent },
    { headers: { ...headers, ...(proof !== undefined && { 'proof-of-work': proof }) }, signal },
  );
}
