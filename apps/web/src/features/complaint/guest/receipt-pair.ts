import type { Guest } from '@baraza/app';

/** Tracking ID and receipt code, which open a complaint. */
export type Pair = Guest['pair'];

let handed: Pair | null = null;

/** Hands a receipt to the screen that opens it: the address would be remembered by the browser. */
export function handReceipt(receipt: Pair): void {
  handed = receipt;
}

/** Takes the receipt that was handed over, once. */
export function takeReceipt(): Pair | null {
  const taken = handed;
  handed = null;
  return taken;
}

/** Reads the pair off the address that a QR code holds: behind its #, which no browser sends. */
export function pairIn(address: string): Pair | null {
  const [, trackingId = '', receiptCode = ''] = /#(.{5,20})-(\d{16})$/u.exec(address) ?? [];
  return receiptCode === '' ? null : { trackingId, receiptCode };
}
