import { createHash, randomBytes } from 'node:crypto';

/** Makes a handle for a browser: 256 random bits, of which the server keeps the hash. */
export function newHandle(): { handle: string; handleHash: Buffer } {
  const handle = randomBytes(32).toString('base64url');
  return { handle, handleHash: hashHandle(handle) };
}

/** Hashes a handle as the database keeps it. */
export function hashHandle(handle: string): Buffer {
  return createHash('sha256').update(handle).digest();
}
