import type { ReactNode } from 'react';
import { useReceipt } from './receipt.ts';
import { lazyPart } from '@baraza/app/page/lazy-part';

const ReceiptStrip = lazyPart(() => import('./receipt-strip.tsx'));

/** Where a screen shows the receipt of the complaint that was just submitted. */
export function Receipt(): ReactNode {
  const complaint = useReceipt();
  if (!complaint) return null;
  return <ReceiptStrip complaint={complaint} />;
}
