import { createCipheriv, randomBytes } from 'node:crypto';

/** Makes a key of encrypted uploads, and a function that encrypts with it. */
export function uploadEncryption() {
  const key = randomBytes(32);
  return {
    uploadKey: key.toString('hex'),
    encrypt(id: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
      const counter = Buffer.concat([Buffer.from(id.replaceAll('-', '').slice(0, 16), 'hex'), Buffer.alloc(8)]);
      return new Uint8Array(createCipheriv('aes-256-ctr', key, counter).update(bytes));
    },
  };
}
