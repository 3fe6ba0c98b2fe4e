import { hash } from 'node:crypto';

/** Hashes on a server, several times as fast as the code for browsers. */
export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha256', bytes, 'buffer'));
