import { hkdfSync } from 'node:crypto';

/** One key for each use. A value made with one is worthless with another. */
export interface Keys {
  readonly code: Buffer;
  readonly file: Buffer;
  readonly mail: Buffer;
  /** Keys of authenticator apps. */
  readonly mfa: Buffer;
  readonly recovery: Buffer;
  /** Places where somebody is known. */
  readonly place: Buffer;
  /** Receipt codes, and the accounts that they open. */
  readonly receipt: Buffer;
  /** Links in mails that ask whether a complaint is solved. */
  readonly solved: Buffer;
  /** The Ed25519 key that signs the log. */
  readonly log: Buffer;
  /** The Ed25519 key that cosigns checkpoints with the time. */
  readonly logTime: Buffer;
  /** Seals of the entries of the log. */
  readonly logSeal: Buffer;
}

/** Derives every key from SECRET_KEY. */
export function deriveKeys(secret: Buffer): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'baraza', use, 32));
  return {
    code: derive('one-time code'),
    file: derive('file address'),
    mail: derive('queued mail'),
    mfa: derive('mfa'),
    recovery: derive('recovery code'),
    place: derive('known place'),
    receipt: derive('receipt code'),
    solved: derive('solved link'),
    log: derive('log'),
    logTime: derive('log time'),
    logSeal: derive('log seal'),
  };
}
