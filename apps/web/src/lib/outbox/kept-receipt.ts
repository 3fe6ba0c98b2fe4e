import type { GuestReceipt } from '@baraza/contract';
import { del, entries, openChannel, set } from '../device/storage.ts';

const start = 'receipt:';
export const isReceiptKey = (key: string): boolean => key.startsWith(start);
const placeOf = ({ trackingId }: Pick<GuestReceipt, 'trackingId'>) => `${start}${trackingId}`;

export interface ReceiptChange {
  readonly receipt: GuestReceipt;
  readonly isForgotten: boolean;
}

const listeners = new Set<(change: ReceiptChange) => void>();
const channel = openChannel('receipt');
const notifyListeners = (change: ReceiptChange) => listeners.forEach((listener) => listener(change));
if (channel) channel.onmessage = ({ data }: MessageEvent<ReceiptChange>) => notifyListeners(data);
/** Notifies other tabs, which may show that a code waits. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
const notifyOtherTabs = (change: ReceiptChange) => channel?.postMessage(change);

/** Keeps a receipt code on the device until its owner has written it down; false if the device is full. */
export async function keepReceipt(receipt: GuestReceipt): Promise<boolean> {
  const isKept = await set(placeOf(receipt), receipt).then(
    () => true,
    () => false,
  );
  notifyListeners({ receipt, isForgotten: false });
  notifyOtherTabs({ receipt, isForgotten: false });
  return isKept;
}

export function forgetReceipt(receipt: GuestReceipt): void {
  void del(placeOf(receipt)).catch(() => undefined);
  notifyOtherTabs({ receipt, isForgotten: true });
}

export const findReceipt = async () => (await entries<GuestReceipt>()).find(([key]) => isReceiptKey(key))?.[1];

/** Calls `listener` when a receipt is kept or forgotten, in this tab or another. Returns a function that unsubscribes. */
export function subscribeToReceipts(listener: (change: ReceiptChange) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
