import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartupError } from '../config/startup-error.ts';

/** Keys of encrypted backups (age): the public one writes, the private one reads. */
export interface Seal {
  readonly recipient?: string | undefined;
  readonly identity?: string | undefined;
}

/** Ending of the names of encrypted files. */
export const sealedEnding = '.age';

/** Encrypts a stream for the recipient. */
export async function sealStream(recipient: string, source: Readable): Promise<Readable> {
  return fromWeb(await encrypterFor(recipient).encrypt(toWeb(source)));
}

/** Decrypts a stream. @throws StartupError without the right private key. */
export async function openSealed({ identity }: Seal, source: Readable, name: string): Promise<Readable> {
  const refuse = (why: string): never => {
    source.destroy();
    throw new StartupError(`${name} is encrypted, and ${why}`);
  };
  if (identity === undefined) return refuse('no key is set. Name the file of the private key in BACKUP_IDENTITY_FILE.');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const opened = await decrypter
    .decrypt(toWeb(source))
    .catch((error: Error) => refuse(`BACKUP_IDENTITY_FILE does not open it: ${error.message}.`));
  const content = async function* () {
    try {
      yield* fromWeb(opened);
    } catch {
      refuse('was altered or cut.');
    }
  };
  return Readable.from(content(), { objectMode: false });
}

/** Returns a function that computes the encrypted size of a number of bytes. */
export async function measureSeal(recipient: string): Promise<(bytes: number) => number> {
  const empty = await encrypterFor(recipient).encrypt(toWeb(Readable.from([])));
  await empty.cancel();
  return (bytes) => empty.size(bytes);
}

function encrypterFor(recipient: string): Encrypter {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter;
}

// The types of the two packages differ for one class.
const toWeb = (source: Readable) => Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (source: ReadableStream<Uint8Array>) => Readable.fromWeb(source);
