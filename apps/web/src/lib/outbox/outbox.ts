import type { FiledComplaint } from '@baraza/contract';
import {
  createStore,
  del,
  get,
  openChannel,
  set,
  storageProblem,
  type StorageProblem,
  values,
  withLock,
} from '../device/storage.ts';
import type { DraftContent, DraftProblem } from '../draft/draft-store.ts';

/** Owner id for items filed without an account. Sending them needs no session. */
export const guestOwner = 'guest';

/** A submitted form, kept until the server has acknowledged its key. */
export interface OutboxItem {
  /** Idempotency key: an item sent twice is accepted once. */
  readonly key: string;
  readonly account: string;
  readonly kind: 'complaint' | 'feedback' | 'answer' | 'evidence' | 'reopen' | 'survey';
  readonly title: string;
  readonly office: string;
  readonly language: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly content: DraftContent;
  /** Draft key and screen for editing the item again; without a draft it can only be deleted. */
  readonly draft?: string;
  readonly path: string;
  readonly savedAt: string;
  readonly state: 'waiting' | 'paused' | 'refused' | 'sent';
  readonly tries: number;
  /** Tries since the upload last advanced, and the bytes it had then; only these tries lengthen the wait. */
  readonly stuck?: { readonly tries: number; readonly at: number };
  readonly triedAt?: string;
  readonly nextAt?: string;
  readonly problem?: DraftProblem;
  readonly sentAt?: string;
  readonly trackingId?: string;
  /** The server's reply to a complaint, until its owner closes the receipt. */
  readonly filed?: FiledComplaint | undefined;
  /** Ids of the uploads begun so far, the recording first. */
  readonly uploads?: readonly (string | undefined)[];
  /** Encrypts a guest's uploads, so that the server stores no readable copy. */
  readonly uploadKey?: string;
  /** All files are uploaded; the form remains to be sent, or its reply was lost. */
  readonly areFilesThere?: true;
  /** The complaint is sent without its photos and videos, which follow as evidence: the connection is poor. */
  readonly wordsFirst?: boolean;
  /** Tracking ID of the complaint, already received, that these files belong to. */
  readonly follows?: string;
  /** Opens the guest's complaint that this item is added to. */
  readonly receipt?: { readonly trackingId: string; readonly receiptCode: string };
}

/** Progress of the item being sent, in bytes. */
export interface Sending {
  readonly key: string;
  readonly sent: number;
  readonly total: number;
}

export interface Outbox {
  readonly items: readonly OutboxItem[];
  readonly sending: Sending | null;
  /** Keys of items and drafts that the device could not store; they exist on this page only. */
  readonly unsaved: ReadonlyMap<string, StorageProblem>;
}

export const outboxStore = createStore('outbox', 'items');
const channel = openChannel('outbox');
export const emptyOutbox: Outbox = { items: [], sending: null, unsaved: new Map() };
let outbox = emptyOutbox;
const listeners = new Set<() => void>();

let owner: string | undefined;
/** Sets the account whose items may be sent besides those of guests: the one signed in on this page. */
export const setOwner = (account: string | undefined) => void (owner = account);
export const isOwner = (account: string): boolean => account === owner || account === guestOwner;

export const getOutbox = (): Outbox => outbox;

export function changeOutbox(by: Partial<Outbox>): void {
  outbox = { ...outbox, ...by };
  for (const listener of listeners) listener();
}

/** Notes whether the device could store an item or a draft. */
export function noteStored(key: string, problem?: StorageProblem): void {
  const unsaved = new Map(outbox.unsaved);
  if (problem) unsaved.set(key, problem);
  else unsaved.delete(key);
  changeOutbox({ unsaved });
}

/** Returns this page's copy of an item if the device could not store it. */
function newestOf(onDevice: OutboxItem): OutboxItem {
  const here = outbox.unsaved.has(onDevice.key) ? outbox.items.find(({ key }) => key === onDevice.key) : undefined;
  // Otherwise it was edited or paused in another tab.
  return here?.savedAt === onDevice.savedAt && here.state === onDevice.state ? here : onDevice;
}

/** Counts each begin and end of a write: what was read meanwhile may be out of date. */
let writeCount = 0;
async function write(work: Promise<void>): Promise<void> {
  writeCount += 1;
  await work.finally(() => (writeCount += 1));
}

/** Reads the items on the device again. */
export async function readOutbox(): Promise<void> {
  const before = writeCount;
  const items = await values<OutboxItem>(outboxStore).catch(() => outbox.items);
  if (before !== writeCount) return readOutbox();
  const isOnDevice = (key: string) => items.some((item) => item.key === key);
  const here = outbox.items.filter(
    ({ key, account }) => outbox.unsaved.has(key) && isOwner(account) && !isOnDevice(key),
  );
  const all = [...items.map(newestOf), ...here];
  changeOutbox({ items: all.toSorted((a, b) => a.savedAt.localeCompare(b.savedAt)) });
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
const notifyOtherTabs = (news: 'arrival' | null = null) => channel?.postMessage(news);
if (channel) {
  channel.onmessage = ({ data }) => {
    void readOutbox();
    if (data === 'arrival') notifyOfArrival();
  };
}

const arrivalListeners = new Set<() => void>();
const notifyOfArrival = () => arrivalListeners.forEach((listener) => listener());
/** Calls `listener` when the server has received an item, whichever page or worker sent it. */
export const onArrival = (listener: () => void) => void arrivalListeners.add(listener);

/** Tells all pages that the server has received an item: what they show is out of date. */
export function announceArrival(): void {
  notifyOfArrival();
  notifyOtherTabs('arrival');
}

/** Stores an item; false if the device could not, so that only this page has it. */
export async function putItem(item: OutboxItem): Promise<boolean> {
  changeOutbox({ items: [...outbox.items.filter(({ key }) => key !== item.key), item] });
  const problem = await write(set(item.key, item, outboxStore)).then(() => undefined, storageProblem);
  noteStored(item.key, problem);
  notifyOtherTabs();
  return problem === undefined;
}

export async function removeItem(key: string): Promise<void> {
  noteStored(key);
  changeOutbox({ items: outbox.items.filter((item) => item.key !== key) });
  await write(del(key, outboxStore)).catch(() => undefined);
  notifyOtherTabs();
}

/** Reads the current item. It may have been edited, paused or deleted while it was sent. */
export async function presentItem(key: string): Promise<OutboxItem | undefined> {
  const here = outbox.items.find((item) => item.key === key);
  try {
    const onDevice = await get<OutboxItem>(key, outboxStore);
    if (onDevice) return newestOf(onDevice);
    // Deleted from the device, as by a log-out: this page must not restore it from memory.
    return outbox.unsaved.has(key) ? here : undefined;
  } catch {
    return here;
  }
}

/** Runs one piece of work at a time across all tabs. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => withLock('outbox', {}, work);

/** Sends an item, unless another page or the service worker is sending it: `onTaken` is called then. */
export const sendAlone = <T>(key: string, send: () => Promise<T>, onTaken: () => T): Promise<T> =>
  withLock(`outbox:${key}`, { ifAvailable: true }, async (isFree) => (isFree ? send() : onTaken()));

/** Bytes of an item's files: small items are sent first. */
export const weightOf = ({ content }: OutboxItem): number =>
  content.files.reduce((sum, { blob }) => sum + blob.size, 0);

export const isUnsent = ({ state }: OutboxItem): boolean => state !== 'sent';
export const isComplaint = ({ kind }: OutboxItem): boolean => kind === 'complaint';
export const needsPerson = ({ state }: OutboxItem): boolean => state === 'refused' || state === 'paused';

/** Calls `listener` at each change. Returns a function that unsubscribes. */
export const subscribeToOutbox = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
