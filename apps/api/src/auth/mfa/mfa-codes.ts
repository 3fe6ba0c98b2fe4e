import { Secret, TOTP } from 'otpauth';
import { createHmac, randomInt } from 'node:crypto';
import type { Services } from '../../services.ts';

const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

const window = 1;

/** Generates a key of 160 bits, base32. */
export function newKey(): string {
  return new Secret({ size: 20 }).base32;
}

/** Builds the otpauth:// address for the QR code. */
export function addressOf(key: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...form, secret: Secret.fromBase32(key), issuer, label }).toString();
}

/** Returns the step that a code belongs to; undefined for none near `now`. */
export function stepOf(key: string, code: string, now: Date): number | undefined {
  // The library compares bytes and throws when six characters have more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(key) });
  const off = totp.validate({ token: code, timestamp, window });
  return off === null ? undefined : totp.counter({ timestamp }) + off;
}

/** Without ambiguous characters, and without vowels, so that no words appear. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXZ';
const codeCount = 10;
const half = 5;

const part = () => Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Generates ten codes of 47 bits such as `7F3K9-2BQXW`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < codeCount) codes.add(`${part()}-${part()}`);
  return [...codes];
}

/** Normalises a typed code: capitals, no spaces or hyphens. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}

export function hashRecoveryCode({ keys }: Services, accountId: string, code: string): Buffer {
  const bound = JSON.stringify([accountId, plainCode(code)]);
  return createHmac('sha256', keys.recovery).update(bound).digest();
}
