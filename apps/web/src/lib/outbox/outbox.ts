import { createStore, del, get, set, values } from 'idb-keyval';
import type { DraftContent, DraftProblem } from '../draft/draft-store.ts';

/** Owner id for items filed without an account. Sending them needs no session. */
export const guestOwner = 'guest';

/** Something that was submitted: it lies here before it is sent, and until the server has acknowledged its key. */
export interface OutboxItem {
  /** Its idempotency key: sent twice, it is taken once. */
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
  /** Tries since its files came further, and how many bytes there were then: the wait grows with these alone. */
  readonly stuck?: { readonly tries: number; readonly at: number };
  readonly triedAt?: string;
  readonly nextAt?: string;
  readonly problem?: DraftProblem;
  readonly sentAt?: string;
  readonly trackingId?: string;
  /** The upload of each file, the recording first, as far as they were begun. */
  readonly uploads?: readonly (string | undefined)[];
  /** Encrypts what a guest uploads: the server keeps nothing of it that it can read. */
  readonly uploadKey?: string;
  /** All files are there: what names them is left to send, which may have arrived. */
  readonly areFilesThere?: true;
  /** The line is poor: the complaint goes without its photos and films, which follow as evidence. */
  readonly wordsFirst?: boolean;
  /** The tracking ID of the complaint whose files these are: it has arrived. */
  readonly follows?: string;
  /** Opens the complaint of a guest that this is added to. */
  readonly receipt?: { readonly trackingId: string; readonly receiptCode: string };
}

/** Item being sent now. */
export interface Sending {
  readonly key: string;
  readonly sent: number;
  readonly total: number;
}

export interface Outbox {
  readonly items: readonly OutboxItem[];
  readonly sending: Sending | null;
  /** The device had no room for what was submitted last. */
  readonly full: boolean;
}

export const outboxStore = createStore('outbox', 'items');
const channel = typeof location === 'undefined' ? undefined : new BroadcastChannel('outbox');
export const emptyOutbox: Outbox = { items: [], sending: null, full: false };
let outbox = emptyOutbox;
const listeners = new Set<() => void>();

let owner: string | undefined;
/** Names whose items may be sent: those of whoever is logged in on this page, of guests, and of nobody else. */
export const setOwner = (account: string | undefined) => void (owner = account);
export const isOwner = (account: string): boolean => account === owner || account === guestOwner;

export const getOutbox = (): Outbox => outbox;

export function changeOutbox(by: Partial<Outbox>): void {
  outbox = { ...outbox, ...by };
  for (const listener of listeners) listener();
}

/** Keys of what the device had no room for: it lies on this page alone. */
const unkept = new Set<string>();

/** Gives an item as this page has it, if the device had no room. */
function newestOf(onDevice: OutboxItem): OutboxItem {
  const here = unkept.has(onDevice.key) ? outbox.items.find(({ key }) => key === onDevice.key) : undefined;
  // Written again, or paused, in another tab.
  return here?.savedAt === onDevice.savedAt && here.state === onDevice.state ? here : onDevice;
}

/** Reads again what lies on the device. */
export async function readOutbox(): Promise<void> {
  const items = await values<OutboxItem>(outboxStore).catch(() => outbox.items);
  const isOnDevice = (key: string) => items.some((item) => item.key === key);
  const here = outbox.items.filter(({ key, account }) => unkept.has(key) && isOwner(account) && !isOnDevice(key));
  const all = [...items.map(newestOf), ...here];
  changeOutbox({ items: all.toSorted((a, b) => a.savedAt.localeCompare(b.savedAt)) });
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
const tellTabs = () => channel?.postMessage(null);
if (channel) channel.onmessage = () => void readOutbox();

/** Stores an item; false where the device has no room, or no database: then it lies on this page alone. */
export async function putItem(item: OutboxItem): Promise<boolean> {
  changeOutbox({ items: [...outbox.items.filter(({ key }) => key !== item.key), item] });
  const kept = await set(item.key, item, outboxStore).then(
    () => true,
    () => false,
  );
  if (kept) unkept.delete(item.key);
  else unkept.add(item.key);
  changeOutbox({ full: !kept });
  tellTabs();
  return kept;
}

export async function removeItem(key: string): Promise<void> {
  unkept.delete(key);
  changeOutbox({ items: outbox.items.filter((item) => item.key !== key) });
  await del(key, outboxStore).catch(() => undefined);
  tellTabs();
}

/** Reads an item as it is now: it may have been written again, paused or deleted while it was sent. */
export async function presentItem(key: string): Promise<OutboxItem | undefined> {
  const here = outbox.items.find((item) => item.key === key);
  try {
    const onDevice = await get<OutboxItem>(key, outboxStore);
    if (onDevice) return newestOf(onDevice);
    // Gone from the device, as by a log-out: what this page remembers of it does not bring it back.
    return unkept.has(key) ? here : undefined;
  } catch {
    return here;
  }
}

/** One at a time, in whichever tab. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('outbox', work) as Promise<T>) : work();

export const isUnsent = ({ state }: OutboxItem): boolean => state !== 'sent';
export const needsPerson = ({ state }: OutboxItem): boolean => state === 'refused' || state === 'paused';

/** Calls `listener` at each change. Returns what ends that. */
export const subscribeToOutbox = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
