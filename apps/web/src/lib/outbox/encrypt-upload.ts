/** Encrypts bytes of an upload that start at `offset` of the file. */
export type EncryptUpload = (id: string, offset: number, bytes: Blob) => Promise<Blob>;

export const newUploadKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Makes the function that encrypts uploads with a key, as the contract's `UploadKey` defines. */
export async function encryptWith(uploadKey: string): Promise<EncryptUpload> {
  const key = await crypto.subtle.importKey('raw', bytesOf(uploadKey), 'AES-CTR', false, ['encrypt']);
  return async (id, offset, bytes) => {
    const counter = new Uint8Array(block);
    counter.set(bytesOf(id.replaceAll('-', '').slice(0, block)));
    new DataView(counter.buffer).setBigUint64(block / 2, BigInt(Math.floor(offset / block)));
    // The connection may have failed within a block.
    const before = offset % block;
    const padded = new Uint8Array(before + bytes.size);
    padded.set(new Uint8Array(await bytes.arrayBuffer()), before);
    const encrypted = await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 64 }, key, padded);
    return new Blob([new Uint8Array(encrypted, before)]);
  };
}

/** Block size of the cipher, in bytes. */
const block = 16;

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../gu) ?? [], (pair) => parseInt(pair, 16));
