import type { GuestReceipt } from '@baraza/contract';
import { del, entries, set } from 'idb-keyval';

const start = 'receipt:';
export const isReceiptKey = (key: string): boolean => key.startsWith(start);
const placeOf = ({ trackingId }: Pick<GuestReceipt, 'trackingId'>) => `${start}${trackingId}`;

export interface ReceiptNews {
  readonly receipt: GuestReceipt;
  readonly isForgotten: boolean;
}

const listeners = new Set<(news: ReceiptNews) => void>();
const channel = typeof location === 'undefined' ? undefined : new BroadcastChannel('receipt');
const take = (news: ReceiptNews) => listeners.forEach((listener) => listener(news));
if (channel) channel.onmessage = ({ data }: MessageEvent<ReceiptNews>) => take(data);
/** Other tabs may show that it waits. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
const tellTabs = (news: ReceiptNews) => channel?.postMessage(news);

/** Keeps a receipt code on the device until its person has written it down; false where there is no room. */
export async function keepReceipt(receipt: GuestReceipt): Promise<boolean> {
  const isKept = await set(placeOf(receipt), receipt).then(
    () => true,
    () => false,
  );
  take({ receipt, isForgotten: false });
  tellTabs({ receipt, isForgotten: false });
  return isKept;
}

export function forgetReceipt(receipt: GuestReceipt): void {
  void del(placeOf(receipt)).catch(() => undefined);
  tellTabs({ receipt, isForgotten: true });
}

export const findReceipt = async () => (await entries<string, GuestReceipt>()).find(([key]) => isReceiptKey(key))?.[1];

/** Calls `listener` when a receipt is kept or forgotten, in this tab or another. Returns what ends that. */
export function subscribeToReceipts(listener: (news: ReceiptNews) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
