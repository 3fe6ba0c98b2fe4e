/** Hashes in a browser, where WebCrypto would answer only later. */
export { sha256 } from '@noble/hashes/sha2.js';
