import { hash } from 'node:crypto';

/** Hashes on a server, several times faster than the code for browsers. */
export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha256', bytes, 'buffer'));
