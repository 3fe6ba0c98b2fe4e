import { hkdfSync } from 'node:crypto';

/** Keys by use. A value made with one is invalid with another. */
export type Keys = Readonly<ReturnType<typeof deriveKeys>>;

/** Derives every key from SECRET_KEY. */
export function deriveKeys(secret: Buffer) {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'baraza', use, 32));
  return {
    code: derive('one-time code'),
    file: derive('file address'),
    mail: derive('queued mail'),
    mfa: derive('mfa'),
    recovery: derive('recovery code'),
    // Trusted devices.
    place: derive('known place'),
    // Receipt codes, and the accounts that they open.
    receipt: derive('receipt code'),
    submission: derive('idempotency key'),
    solved: derive('solved link'),
    // The Ed25519 keys that sign the log and cosign its time, and the seals of its entries.
    log: derive('log'),
    logTime: derive('log time'),
    logSeal: derive('log seal'),
  };
}
