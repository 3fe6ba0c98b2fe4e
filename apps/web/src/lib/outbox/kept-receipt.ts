import type { GuestReceipt } from '@baraza/contract';
import { del, entries, set } from 'idb-keyval';
import { useEffect, useState } from 'react';

const placeOf = ({ trackingId }: Pick<GuestReceipt, 'trackingId'>) => `receipt:${trackingId}`;

interface News {
  readonly receipt: GuestReceipt;
  readonly isForgotten: boolean;
}

const listeners = new Set<(news: News) => void>();
const channel = typeof window === 'undefined' ? undefined : new BroadcastChannel('receipt');
const take = (news: News) => listeners.forEach((listener) => listener(news));
if (channel) channel.onmessage = ({ data }: MessageEvent<News>) => take(data);
/** Other tabs may show that it waits. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
const tellTabs = (news: News) => channel?.postMessage(news);

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

/** Reads a receipt that is kept, also once it comes; undefined while it is looked for, null for none. */
export function useKeptReceipt(): GuestReceipt | null | undefined {
  const [kept, setKept] = useState<GuestReceipt | null>();
  useEffect(() => {
    const hear = ({ receipt, isForgotten }: News) =>
      setKept((present) => {
        // One that is being written down stays until it is.
        if (!isForgotten) return present ?? receipt;
        return present?.trackingId === receipt.trackingId ? null : present;
      });
    listeners.add(hear);
    const find = async () => (await entries<string, GuestReceipt>()).find(([key]) => key.startsWith('receipt:'))?.[1];
    find().then(
      (receipt) => setKept((present) => present ?? receipt ?? null),
      () => setKept((present) => present ?? null),
    );
    return () => void listeners.delete(hear);
  }, []);
  return kept;
}
