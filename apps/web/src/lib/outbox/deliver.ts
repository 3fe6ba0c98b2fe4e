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

/** Sends an item's form with its files, or with the ids of their uploads. */
function sendForm(call: Call, { kind, body }: OutboxItem, sent: Sent, options: CallOptions): Promise<unknown> {
  if (kind === 'survey') return call(takeSurvey, { body: body as never }, options);
  // They differ only in their fields and replies.
  return call(forms[kind] as typeof addEvidence, { form: body as never, ...sent }, options);
}

const filesOf = ({ files }: OutboxItem['content']): File[] =>
  files.map(({ name, blob }) => new File([blob], name, { type: blob.type }));

/** The recording is sent with the text, since it may replace the text. */
const recordingOf = ({ recording }: OutboxItem['content']): File[] =>
  recording ? [new File([recording.blob], 'recording.wav', { type: 'audio/wav' })] : [];

interface DeliverOptions {
  readonly call: Call;
  readonly controller: AbortController;
  readonly onProgress?: (sent: number, total: number) => void;
  /** Called with the item after each step. The device may have no space to store it. */
  readonly onNoted: (item: OutboxItem) => void;
}

/** Sends an item and stores its progress. Stops if the item is edited, paused or deleted meanwhile. */
export function deliver(item: OutboxItem, options: DeliverOptions): Promise<unknown> {
  const { call, controller, onProgress = () => undefined, onNoted } = options;
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
  const sendByAccount = item.account === guestOwner ? fileAsGuest : deliverOwn;
  const send = item.receipt ? deliverWithReceipt : sendByAccount;
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

/** Resumes the uploads of files, then sends the form with their ids. On a poor connection a complaint's text is sent first. */
async function deliverOwn(started: OutboxItem, { call, headers, signal, onProgress, note, encrypt }: Steps) {
  let item = started;
  const withText = recordingOf(item.content);
  const all = [...withText, ...filesOf(item.content)];
  const formBytes = JSON.stringify(item.body).length;
  const named = () => (item.wordsFirst ? withText : all);
  const mayFollow = item.kind === 'complaint' && all.length > withText.length && !item.areFilesThere;
  if (mayFollow && isPoor(item)) item = await note({ wordsFirst: true });

  let bytesSent = 0;
  onProgress(bytesSent, formBytes + sizeOf(named()));
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
        const total = formBytes + sizeOf(named());
        onProgress(bytesSent + offset, total);
        const isSlow = (total - bytesSent - offset) / bytesPerSecond > patience;
        if (mayFollow && isSlow && !item.wordsFirst) item = await note({ wordsFirst: true });
        return index >= named().length;
      },
    }).catch((error: unknown) => {
      const place = index < withText.length ? 'audio' : `files[${index - withText.length}]`;
      throw refusalOf(file, place, error);
    });
    bytesSent += file.size;
  }
  if (!item.areFilesThere && named().length > 0) item = await note({ areFilesThere: true });
  const uploads = (item.uploads ?? []).slice(0, named().length) as string[];
  return sendForm(call, item, { uploads, uploadKey: item.uploadKey }, { headers, signal });
}

/** Moves the refusal of an upload to its file in the form, by name. */
function refusalOf({ name }: File, place: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || ![400, 413].includes(error.status)) return error;
  const { status, message, code } = error;
  return new ApiError(status, { message, code, fields: { [place]: `${name}: ${message}` } });
}

const sizeOf = (files: readonly Blob[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Whether the connection is slow, or failed before while sending these files. */
const isPoor = ({ tries, uploads = [] }: OutboxItem): boolean => isOnSlowLine() || (tries > 0 && uploads.length > 0);

/** Whether the browser reports a 2G connection. */
function isOnSlowLine(): boolean {
  const { effectiveType = '' } = (navigator as { connection?: { effectiveType?: string } }).connection ?? {};
  return effectiveType.endsWith('2g');
}

/** Limit of bytes sent with the text; larger files follow it. At 400 kbit/s these take 20 s. */
const maxBytesWithText = 1_000_000;

/** Adds to a guest's complaint by its receipt code. Files are uploaded encrypted, and the server stores no readable copy. */
async function deliverWithReceipt(item: OutboxItem, steps: Steps): Promise<unknown> {
  const { call, headers, signal, onProgress, note } = steps;
  const files = filesOf(item.content);
  onProgress(0, JSON.stringify(item.body).length + sizeOf(files));
  const { token } = await call(openGuestSession, { body: item.receipt! }, { signal });
  const asGuest = createClient({ token: () => token });
  if (files.length === 0) return deliverOwn(item, { ...steps, call: asGuest });
  // Browsers offer encryption only over https.
  if (!globalThis.crypto.subtle) return sendForm(asGuest, item, { files: { files } }, { headers, signal });
  const { uploadKey = newUploadKey() } = item;
  const latest = item.uploadKey === undefined ? await note({ uploadKey }) : item;
  try {
    return await deliverOwn(latest, { ...steps, call: asGuest, encrypt: await encryptWith(uploadKey) });
  } catch (error) {
    // The session ended during the upload: the next try opens another with the code.
    throw error instanceof ApiError && error.status === 401 ? new TypeError('No session.', { cause: error }) : error;
  }
}

/** Files a complaint without an account. Files of over 1 MB, or any on a slow line, follow it as evidence. */
async function fileAsGuest(item: OutboxItem, steps: Steps): Promise<unknown> {
  const { call, headers, signal, onProgress, note } = steps;
  const files = filesOf(item.content);
  onProgress(0, JSON.stringify(item.body).length + sizeOf(files));
  // Decided once: the same key must always send the same form, or the server returns no receipt code.
  const { wordsFirst = files.length > 0 && (isOnSlowLine() || sizeOf(files) > maxBytesWithText) } = item;
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
