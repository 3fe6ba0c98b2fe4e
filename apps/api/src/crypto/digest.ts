import { createHmac, createSecretKey, hash } from 'node:crypto';

/** Returns the SHA-256 of a text (as UTF-8) or of bytes. */
export function sha256(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer');
}

/** Returns the HMAC-SHA-256 of a text (as UTF-8). With a key of bytes alone, Node takes three times as long. */
export function hmacSha256(key: Buffer, text: string): Buffer {
  return createHmac('sha256', createSecretKey(key)).update(text).digest();
}
