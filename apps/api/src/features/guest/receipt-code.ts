import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../crypto/keys.ts';

type ReceiptKey = Pick<Keys, 'receipt'>;

function macOf({ receipt }: ReceiptKey, use: string, text: string): Buffer {
  return createHmac('sha256', receipt).update(`${use}\n${text}`).digest();
}

/** Derives the receipt code from a submission key: the same key gives the same 16 digits. */
export function receiptCodeOf(keys: ReceiptKey, submissionKey: string): string {
  const number = macOf(keys, 'code', submissionKey).readBigUInt64BE() % 10n ** 16n;
  return number.toString().padStart(16, '0');
}

/** Derives the id of the guest account from a submission key. */
export function guestIdOf(keys: ReceiptKey, submissionKey: string): string {
  const bytes = macOf(keys, 'account', submissionKey).subarray(0, 16);
  // Version 8 of RFC 9562: made by a way of our own.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/** Hash of a receipt code as it is stored. */
export function hashReceiptCode(keys: ReceiptKey, code: string): Buffer {
  return macOf(keys, 'hash', code);
}

/** Whether a code is the one that was stored. */
export function isReceiptCode(keys: ReceiptKey, code: string, hash: Buffer | null | undefined): boolean {
  const given = hashReceiptCode(keys, code);
  return hash?.length === given.length && timingSafeEqual(hash, given);
}
