import { sha256 } from '#sha256';
import { concat, fromBase64, isSame, toBase64, utf8 } from './bytes.ts';

/** Use of a key: checkpoints of its own log, or cosignatures of others. Each is a type of signed-note with Ed25519. */
export type KeyUse = 'log' | 'cosigner';

const types = { log: 1, cosigner: 4 } as const satisfies Record<KeyUse, number>;

export interface VerifierKey {
  readonly name: string;
  readonly use: KeyUse;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

interface NoteSignature {
  /** The first bytes of the signer's key, as its name alone is not unique. */
  readonly id: Uint8Array;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface NoteSigner {
  readonly key: VerifierKey;
  sign(text: string): Uint8Array;
}

/** Builds the key that checks what somebody signs. */
export function verifierKeyOf(name: string, use: KeyUse, publicKey: Uint8Array<ArrayBuffer>): VerifierKey {
  const id = sha256(concat(utf8(`${name}\n`), Uint8Array.of(types[use]), publicKey)).slice(0, 4);
  return { name, use, id, publicKey };
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Writes a key as it is handed to verifiers: name, id and public key. */
export function formatVerifierKey({ name, use, id, publicKey }: VerifierKey): string {
  return `${name}+${hex(id)}+${toBase64(concat(Uint8Array.of(types[use]), publicKey))}`;
}

/** Reads such a key. @throws SyntaxError when it is none, or not of Ed25519. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', material = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? [];
  const bytes = fromBase64(material);
  const key = verifierKeyOf(name, bytes[0] === types.cosigner ? 'cosigner' : 'log', bytes.slice(1));
  if (bytes.length !== 33 || bytes[0] !== types[key.use] || hex(key.id) !== id)
    throw new SyntaxError('This is no key of a log.');
  return key;
}

/** Writes the line of a signature. */
export function formatSignature({ name, id, bytes }: Omit<NoteSignature, 'bytes'> & { bytes: Uint8Array }): string {
  return `— ${name} ${toBase64(concat(id, bytes))}\n`;
}

/** Returns the text of a note that one of the keys signed. @throws Error when none did, or a signature of theirs is forged. */
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

/** Separates the text of a note from its signatures, which it does not check. @throws SyntaxError */
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

/** Finds whose signature it is; undefined when of nobody known. */
export function signerAmong(keys: readonly VerifierKey[], use: KeyUse, { name, id }: NoteSignature) {
  return keys.find((key) => key.use === use && key.name === name && isSame(key.id, id));
}

/** Checks a signature. @throws Error when it is forged. */
export async function requireSignature(signer: VerifierKey, bytes: Uint8Array<ArrayBuffer>, text: string) {
  const key = await crypto.subtle.importKey('raw', signer.publicKey, 'Ed25519', false, ['verify']);
  const isGenuine = await crypto.subtle.verify('Ed25519', key, bytes, utf8(text));
  if (!isGenuine) throw new Error(`The signature of ${signer.name} is forged.`);
}
