import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { concat, utf8 } from './bytes.ts';
import { formatSignature, type KeyUse, type NoteSigner, verifierKeyOf } from './note.ts';
import { cosignedText } from './promise.ts';

/** Prefix of the 32 secret bytes of an Ed25519 key in PKCS #8. */
const pkcs8 = Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]);

/** Makes a signer from the 32 secret bytes of its key. */
export function signerOf(name: string, seed: Uint8Array, use: KeyUse = 'log'): NoteSigner {
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  return {
    key: verifierKeyOf(name, use, new Uint8Array(Buffer.from(x, 'base64url'))),
    // Synchronous: passing it to another thread takes twice as long.
    sign: (text) => sign(null, utf8(text), secret),
  };
}

/** Signs a text, which ends with a newline. */
export function signNote(text: string, signer: NoteSigner): string {
  return `${text}\n${formatSignature({ ...signer.key, bytes: signer.sign(text) })}`;
}

/** Cosigns the text of a checkpoint, to the second; returns the line for its note. */
export function cosign(checkpoint: string, signer: NoteSigner, at: Date): string {
  const seconds = BigInt(Math.floor(at.getTime() / 1000));
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, seconds);
  return formatSignature({ ...signer.key, bytes: concat(time, signer.sign(cosignedText(seconds, checkpoint))) });
}
