import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows at an instant. */
export function codeAt(key: string, at: Date): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: 30 });
  return totp.generate({ timestamp: at.getTime() });
}
