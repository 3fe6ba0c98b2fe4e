import { useReceipt } from './receipt.ts';
import ReceiptStrip from './receipt-strip.tsx';

/** Where a screen shows the receipt of the complaint that was just submitted. */
export function Receipt() {
  const complaint = useReceipt();
  if (!complaint) return null;
  return <ReceiptStrip complaint={complaint} />;
}
