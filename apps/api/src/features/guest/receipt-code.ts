import { timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../crypto/keys.ts';
import { hmacSha256 } from '../../crypto/digest.ts';
import { uuidOf } from '../../crypto/stable-id.ts';

type ReceiptKey = Pick<Keys, 'receipt'>;

function macOf({ receipt }: ReceiptKey, use: string, text: string): Buffer {
  return hmacSha256(receipt, `${use}\n${text}`);
}

/** Derives the receipt code from a submission key: the same key gives the same 16 digits. */
export function receiptCodeOf(keys: ReceiptKey, submissionKey: string): string {
  const number = macOf(keys, 'code', submissionKey).readBigUInt64BE() % 10n ** 16n;
  return number.toString().padStart(16, '0');
}

/** Derives the id of the guest account from a submission key. */
export function guestIdOf(keys: ReceiptKey, submissionKey: string): string {
  return uuidOf(macOf(keys, 'account', submissionKey));
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
