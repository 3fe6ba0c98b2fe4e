import type { GuestReceipt } from '@baraza/contract';
import { useEffect, useState } from 'react';
import { findReceipt, subscribeToReceipts, type ReceiptNews } from './kept-receipt.ts';

/** Reads a receipt that is kept, also once it comes; undefined while it is looked for, null for none. */
export function useKeptReceipt(): GuestReceipt | null | undefined {
  const [kept, setKept] = useState<GuestReceipt | null>();
  useEffect(() => {
    const hear = ({ receipt, isForgotten }: ReceiptNews) =>
      setKept((present) => {
        // One that is being written down stays until it is.
        if (!isForgotten) return present ?? receipt;
        return present?.trackingId === receipt.trackingId ? null : present;
      });
    findReceipt().then(
      (receipt) => setKept((present) => present ?? receipt ?? null),
      () => setKept((present) => present ?? null),
    );
    return subscribeToReceipts(hear);
  }, []);
  return kept;
}
