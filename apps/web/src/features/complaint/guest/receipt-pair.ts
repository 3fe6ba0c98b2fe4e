import type { Guest } from '@baraza/app';
import { readPair } from '@baraza/contract';

/** Tracking ID and receipt code, which together open a complaint. */
export type Pair = Guest['pair'];

let handed: Pair | null = null;

/** Passes a receipt to the screen that opens it. A URL would stay in the browser's history. */
export function handReceipt(receipt: Pair): void {
  handed = receipt;
}

/** Returns the passed receipt and forgets it; null if there is none. */
export function takeReceipt(): Pair | null {
  const taken = handed;
  handed = null;
  return taken;
}

/** Reads the pair from the fragment of a QR code's URL, which browsers never send. */
export function pairIn(address: string): Pair | null {
  const pair = readPair({ trackingId: address, receiptCode: '' });
  return pair.receiptCode === '' ? null : pair;
}
