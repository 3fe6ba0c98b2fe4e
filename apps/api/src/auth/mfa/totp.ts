import { Secret, TOTP } from 'otpauth';

/** What every authenticator app knows: SHA-1, six digits, thirty seconds (RFC 6238). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** How many steps a clock may be off, to either side. */
const window = 1;

/** 160 bits, base32. */
export function newKey(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the QR code holds. */
export function addressOf(key: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...form, secret: Secret.fromBase32(key), issuer, label }).toString();
}

/** The step whose code this is; undefined when it is that of none near `now`. */
export function stepOf(key: string, code: string, now: Date): number | undefined {
  // The library compares bytes, and throws where a text of six places has more of them than six digits.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(key) });
  const off = totp.validate({ token: code, timestamp, window });
  return off === null ? undefined : totp.counter({ timestamp }) + off;
}
