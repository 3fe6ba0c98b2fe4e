/** Enciphers the bytes of an upload that begin at `offset` of its file. */
export type Seal = (id: string, offset: number, bytes: Blob) => Promise<Blob>;

export const newUploadKey = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Makes what enciphers with a key, as `UploadKey` of the contract says. */
export async function sealWith(key: string): Promise<Seal> {
  const raw = fromBinary(atob(key.replaceAll('-', '+').replaceAll('_', '/')));
  const cipher = await crypto.subtle.importKey('raw', raw, 'AES-CTR', false, ['encrypt']);
  return async (id, offset, bytes) => {
    const counter = new Uint8Array(block);
    counter.set(
      id
        .replaceAll('-', '')
        .match(/../gu)!
        .slice(0, 8)
        .map((hex) => parseInt(hex, 16)),
    );
    new DataView(counter.buffer).setBigUint64(8, BigInt(Math.floor(offset / block)));
    // A line may have broken within a block.
    const before = offset % block;
    const padded = new Uint8Array(before + bytes.size);
    padded.set(new Uint8Array(await bytes.arrayBuffer()), before);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 64 }, cipher, padded);
    return new Blob([new Uint8Array(sealed, before)]);
  };
}

const block = 16;

const fromBinary = (text: string) => Uint8Array.from(text, (char) => char.codePointAt(0)!);
const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
