import { hkdfSync } from 'node:crypto';

/** Keys by use. A value made with one is invalid with another. */
export type Keys = Readonly<ReturnType<typeof deriveKeys>>;

const deriveKey = (from: Buffer, use: string) => Buffer.from(hkdfSync('sha256', from, 'baraza', use, 32));

/** Derives the key that seals the data key from the secret key. */
export const sealingKeyOf = (secret: Buffer): Buffer => deriveKey(secret, 'data key');

/** Derives every other key from the data key. A change of the secret key keeps it. */
export function deriveKeys(dataKey: Buffer) {
  const derive = (use: string) => deriveKey(dataKey, use);
  return {
    code: derive('one-time code'),
    file: derive('file address'),
    mail: derive('queued mail'),
    mfa: derive('mfa'),
    // Sign-ins on their way through the provider.
    signIn: derive('sign-in'),
    recovery: derive('recovery code'),
    // Trusted devices.
    place: derive('known place'),
    // Receipt codes, and the accounts that they open.
    receipt: derive('receipt code'),
    submission: derive('idempotency key'),
    // Replies kept for repeats of a call.
    reply: derive('kept reply'),
    solved: derive('solved link'),
    // Messages by SMS and USSD; hashes of numbers and of the ids of gateways.
    channel: derive('channel message'),
    number: derive('phone number'),
    // Addresses at which citizens answer mails.
    replyAddress: derive('reply address'),
    webhook: derive('webhook secret'),
    // The Ed25519 keys that sign the log and cosign its time, and the seals of its entries.
    log: derive('log'),
    logTime: derive('log time'),
    logSeal: derive('log seal'),
  };
}
