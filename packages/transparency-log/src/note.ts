import { sha256 } from '#sha256';
import { concat, fromBase64, isSame, toBase64, utf8 } from './bytes.ts';

/** Use of an Ed25519 key: to sign checkpoints of a log, or to cosign those of others (types of signed-note). */
export type KeyUse = 'log' | 'cosigner';

const types = { log: 1, cosigner: 4 } as const satisfies Record<KeyUse, number>;

export interface VerifierKey {
  readonly name: string;
  readonly use: KeyUse;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

interface NoteSignature {
  /** First bytes of the hash over name and key. A name alone is not unique. */
  readonly id: Uint8Array;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface NoteSigner {
  readonly key: VerifierKey;
  sign(text: string): Uint8Array;
}

/** Builds the key that checks a signer's signatures. */
export function verifierKeyOf(name: string, use: KeyUse, publicKey: Uint8Array<ArrayBuffer>): VerifierKey {
  const id = sha256(concat(utf8(`${name}\n`), Uint8Array.of(types[use]), publicKey)).slice(0, 4);
  return { name, use, id, publicKey };
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Writes a key in the form for verifiers: name, id and public key. */
export function formatVerifierKey({ name, use, id, publicKey }: VerifierKey): string {
  return `${name}+${hex(id)}+${toBase64(concat(Uint8Array.of(types[use]), publicKey))}`;
}

/** Reads a key in that form. @throws SyntaxError unless it is a valid Ed25519 key. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', material = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? [];
  const bytes = fromBase64(material);
  const key = verifierKeyOf(name, bytes[0] === types.cosigner ? 'cosigner' : 'log', bytes.slice(1));
  if (bytes.length !== 33 || bytes[0] !== types[key.use] || hex(key.id) !== id)
    throw new SyntaxError('This is no key of a log.');
  return key;
}

/** Writes a signature as a line of a note. */
export function formatSignature({ name, id, bytes }: Omit<NoteSignature, 'bytes'> & { bytes: Uint8Array }): string {
  return `— ${name} ${toBase64(concat(id, bytes))}\n`;
}

/** Returns the text of a note signed with one of the keys. @throws Error if none signed it, or a signature is forged. */
export async function openNote(note: string, keys: readonly VerifierKey[]): Promise<string> {
  const { text, signatures } = parseNote(note);
  let isSigned = false;
  for (const signature of signatures) {
    const key = signerAmong(keys, 'log', signature);
    if (key === undefined) continue;
    await requireSignature(key, signature.bytes, text);
    isSigned = true;
  }
  if (!isSigned) throw new Error('No key that is trusted signed this.');
  return text;
}

const mostSignatures = 64;

/** Splits a note into its text and its signatures, unchecked. @throws SyntaxError */
export function parseNote(note: string): { readonly text: string; readonly signatures: readonly NoteSignature[] } {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (end === -1 || lines.pop() !== '' || lines.length > mostSignatures)
    throw new SyntaxError('This is no signed note.');
  const signatures = lines.map((line) => {
    const [, name, encoded = ''] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (name === undefined || bytes.length < 5) throw new SyntaxError('This is no signed note.');
    return { name, id: bytes.slice(0, 4), bytes: bytes.slice(4) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

/** Finds the key that a signature names; undefined if it is not among them. */
export function signerAmong(keys: readonly VerifierKey[], use: KeyUse, { name, id }: NoteSignature) {
  return keys.find((key) => key.use === use && key.name === name && isSame(key.id, id));
}

/** Checks a signature. @throws Error when it is forged. */
export async function requireSignature(signer: VerifierKey, bytes: Uint8Array<ArrayBuffer>, text: string) {
  const key = await crypto.subtle.importKey('raw', signer.publicKey, 'Ed25519', false, ['verify']);
  const isGenuine = await crypto.subtle.verify('Ed25519', key, bytes, utf8(text));
  if (!isGenuine) throw new Error(`The signature of ${signer.name} is forged.`);
}
