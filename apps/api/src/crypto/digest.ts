import { createHmac, hash } from 'node:crypto';

/** Returns the SHA-256 of a text (as UTF-8) or of bytes. */
export function sha256(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer');
}

/** Returns the HMAC-SHA-256 of a text (as UTF-8). */
export function hmacSha256(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
