import { createHmac, createSecretKey, hash } from 'node:crypto';
import type { Keys } from './keys.ts';

/** Returns the SHA-256 of a text (as UTF-8) or of bytes. */
export const sha256 = (content: string | Buffer): Buffer => hash('sha256', content, 'buffer');

/** Returns the HMAC-SHA-256 of a text (as UTF-8). With a key of bytes alone, Node takes three times as long. */
export function hmacSha256(key: Buffer, text: string): Buffer {
  return createHmac('sha256', createSecretKey(key)).update(text).digest();
}

/** Hashes an idempotency key for storing: the receipt code is derived from the key itself. */
export const hashSubmissionKey = ({ submission }: Pick<Keys, 'submission'>, key: string): string =>
  hmacSha256(submission, key).toString('base64url');

/** Returns the same id for the same name, on every installation. */
export const stableId = (name: string): string => uuidOf(sha256(`baraza ${name}`));

/** Makes a UUID of version 8 (RFC 9562) from 16 bytes. */
export function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
