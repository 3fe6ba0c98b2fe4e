import type { GuestReceipt } from '@baraza/contract/complaint/guest-complaint';
import { useEffect, useState } from 'react';
import { deviceStorage } from '../../../lib/draft/draft-store.ts';

const place = 'receipt:guest';

/** Keeps a receipt code on the device until its person has written it down. */
export const keepReceipt = (receipt: GuestReceipt) => deviceStorage.set(place, receipt).catch(() => undefined);

export const forgetReceipt = () => void deviceStorage.delete(place).catch(() => undefined);

/** Reads the receipt that is kept; undefined while it is looked for, null for none. */
export function useKeptReceipt(): GuestReceipt | null | undefined {
  const [kept, setKept] = useState<GuestReceipt | null>();
  useEffect(() => {
    const read = deviceStorage.get(place) as Promise<GuestReceipt | undefined>;
    read.then(
      (receipt) => setKept(receipt ?? null),
      () => setKept(null),
    );
  }, []);
  return kept;
}

let handed: Pick<GuestReceipt, 'trackingId' | 'receiptCode'> | null = null;

/** Hands a receipt to the screen that opens it: the address would be remembered by the browser. */
export function handReceipt(receipt: GuestReceipt): void {
  handed = receipt;
}

/** Takes the receipt that was handed over, once. */
export function takeReceipt(): typeof handed {
  const taken = handed;
  handed = null;
  return taken;
}
