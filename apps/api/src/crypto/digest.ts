import { hash } from 'node:crypto';

/*
 * SHA-256 in one call. Whoever checks a million entries pays for each object that is made for it; `createHmac` makes a key
 * besides, which takes longer than all the rest.
 */

/** The SHA-256 of a text, as UTF-8, or of bytes. */
export function sha256(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer');
}

/** Bytes of a block of SHA-256. */
const block = 64;

/** HMAC-SHA-256 of a text, as UTF-8 (RFC 2104). */
export function hmacSha256(secret: Buffer, text: string): Buffer {
  const key = secret.length > block ? sha256(secret) : secret;
  const inner = Buffer.alloc(block + Buffer.byteLength(text), 0x36);
  const outer = Buffer.alloc(block + 32, 0x5c);
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  inner.write(text, block);
  sha256(inner).copy(outer, block);
  return sha256(outer);
}
