import type { GuestReceipt } from '@baraza/contract';
import { useEffect, useState } from 'react';
import { findReceipt, subscribeToReceipts, type ReceiptChange } from './kept-receipt.ts';

/** Returns the receipt kept on the device, also one that arrives later; undefined while loading, null for none. */
export function useKeptReceipt(): GuestReceipt | null | undefined {
  const [kept, setKept] = useState<GuestReceipt | null>();
  useEffect(() => {
    const onChange = ({ receipt, isForgotten }: ReceiptChange) =>
      setKept((present) => {
        // A receipt on the screen stays until it is written down.
        if (!isForgotten) return present ?? receipt;
        return present?.trackingId === receipt.trackingId ? null : present;
      });
    findReceipt().then(
      (receipt) => setKept((present) => present ?? receipt ?? null),
      () => setKept((present) => present ?? null),
    );
    return subscribeToReceipts(onChange);
  }, []);
  return kept;
}
