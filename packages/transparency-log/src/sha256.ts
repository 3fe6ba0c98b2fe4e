/** Hashes in a browser, where WebCrypto is asynchronous only. */
export { sha256 } from '@noble/hashes/sha2.js';
