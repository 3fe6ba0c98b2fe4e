import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromBase64, isSame, toBase64, utf8 } from './bytes.ts';

/** Signature type of Ed25519 in signed-note. */
const ed25519 = Uint8Array.of(1);

export interface VerifierKey {
  readonly name: string;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

export interface NoteSigner {
  readonly key: VerifierKey;
  sign(text: string): Promise<Uint8Array>;
}

const idOf = (name: string, publicKey: Uint8Array) => sha256(concat(utf8(`${name}\n`), ed25519, publicKey)).slice(0, 4);

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Writes a key as it is handed to verifiers: name, id and public key. */
export function formatVerifierKey({ name, id, publicKey }: VerifierKey): string {
  return `${name}+${hex(id)}+${toBase64(concat(ed25519, publicKey))}`;
}

/** Reads such a key. @throws SyntaxError when it is none, or not of Ed25519. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', material = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? [];
  const bytes = fromBase64(material);
  const key = { name, publicKey: bytes.slice(1), id: idOf(name, bytes.slice(1)) };
  if (bytes.length !== 33 || bytes[0] !== 1 || hex(key.id) !== id) throw new SyntaxError('This is no key of a log.');
  return key;
}

/** What precedes the 32 secret bytes of an Ed25519 key in PKCS #8. */
const pkcs8 = Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]);

/** Makes a signer from the 32 secret bytes of its key. */
export async function signerOf(name: string, seed: Uint8Array): Promise<NoteSigner> {
  const secret = await crypto.subtle.importKey('pkcs8', concat(pkcs8, seed), 'Ed25519', true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', secret);
  const publicKey = fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`);
  return {
    key: { name, id: idOf(name, publicKey), publicKey },
    sign: async (text) => new Uint8Array(await crypto.subtle.sign('Ed25519', secret, utf8(text))),
  };
}

/** Signs a text, which ends with a newline. */
export async function signNote(text: string, { key, sign }: NoteSigner): Promise<string> {
  return `${text}\n— ${key.name} ${toBase64(concat(key.id, await sign(text)))}\n`;
}

/**
 * Returns the text of a note that one of the keys signed; signatures of others are ignored.
 * @throws Error when none did, or a signature of theirs is forged.
 */
export async function openNote(note: string, keys: readonly VerifierKey[]): Promise<string> {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2).split('\n');
  if (end === -1 || lines.pop() !== '' || lines.length > mostSignatures)
    throw new SyntaxError('This is no signed note.');
  let isSigned = false;
  for (const line of lines) {
    const [, name, encoded = ''] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (name === undefined || bytes.length < 5) throw new SyntaxError('This is no signed note.');
    const key = keys.find((each) => each.name === name && isSame(each.id, bytes.slice(0, 4)));
    if (key === undefined) continue;
    if (!(await isSignature(key, bytes.slice(4), text))) throw new Error(`The signature of ${name} is forged.`);
    isSigned = true;
  }
  if (!isSigned) throw new Error('No key that is trusted signed this.');
  return text;
}

const mostSignatures = 64;

async function isSignature({ publicKey }: VerifierKey, signature: Uint8Array<ArrayBuffer>, text: string) {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, utf8(text));
}
