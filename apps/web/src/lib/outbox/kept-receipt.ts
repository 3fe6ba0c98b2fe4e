import type { GuestReceipt } from '@baraza/contract/complaint/guest-complaint';
import { del, entries, set } from 'idb-keyval';
import { useEffect, useState } from 'react';

const placeOf = ({ trackingId }: Pick<GuestReceipt, 'trackingId'>) => `receipt:${trackingId}`;
const listeners = new Set<(receipt: GuestReceipt) => void>();

/** Keeps a receipt code on the device until its person has written it down; false where there is no room. */
export async function keepReceipt(receipt: GuestReceipt): Promise<boolean> {
  const isKept = await set(placeOf(receipt), receipt).then(
    () => true,
    () => false,
  );
  for (const listener of listeners) listener(receipt);
  return isKept;
}

export const forgetReceipt = (receipt: GuestReceipt) => void del(placeOf(receipt)).catch(() => undefined);

/** Reads a receipt that is kept, also once it comes; undefined while it is looked for, null for none. */
export function useKeptReceipt(): GuestReceipt | null | undefined {
  const [kept, setKept] = useState<GuestReceipt | null>();
  useEffect(() => {
    // One that is being written down stays until it is.
    const take = (receipt: GuestReceipt) => setKept((present) => present ?? receipt);
    listeners.add(take);
    const find = async () => (await entries<string, GuestReceipt>()).find(([key]) => key.startsWith('receipt:'))?.[1];
    find().then(
      (receipt) => setKept((present) => present ?? receipt ?? null),
      () => setKept((present) => present ?? null),
    );
    return () => void listeners.delete(take);
  }, []);
  return kept;
}
