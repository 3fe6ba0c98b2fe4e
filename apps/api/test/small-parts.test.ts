import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKeys } from '../src/crypto/keys.ts';
import { hashPassword, isPasswordRight } from '../src/auth/password/password.ts';
import { errorCodeOf } from '../src/mail/send-mails.ts';
import { readRange } from '../src/files/file.routes.ts';
import { seal, unseal } from '../src/crypto/seal.ts';
import { systemClock } from '../src/config/clock.ts';
import { newTrackingId, newTrackingIds } from '../src/features/complaint/submit/tracking-id.ts';

describe('sealing', () => {
  const key = randomBytes(32);
  it('an encrypted text is decrypted unchanged, and encrypted differently each time', () => {
    expect(unseal(key, seal(key, 'Grüße 🌧'))).toBe('Grüße 🌧');
    expect(seal(key, 'x')).not.toBe(seal(key, 'x'));
  });

  it('an encrypted text opens neither with another key nor with a changed bit', () => {
    const sealed = seal(key, 'secret');
    expect(() => unseal(randomBytes(32), sealed)).toThrow(/authenticate/);
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1]! ^= 1;
    expect(() => unseal(key, changed.toString('base64url'))).toThrow(/authenticate/);
  });
});

describe('keys', () => {
  it('derived keys differ for each use and each secret', () => {
    const [one, other] = [deriveKeys(Buffer.alloc(32, 1)), deriveKeys(Buffer.alloc(32, 2))];
    const all = [...Object.values(one), ...Object.values(other)].map((key: Buffer) => key.toString('hex'));
    expect(new Set(all).size).toBe(all.length);
    expect(deriveKeys(Buffer.alloc(32, 1))).toEqual(one);
  });
});

describe('a tracking id', () => {
  it('a tracking ID has the year and six unambiguous characters', () => {
    const clock = { now: () => new Date('2026-12-31T23:59:59Z') };
    const ids = Array.from({ length: 500 }, () => newTrackingId(clock));
    for (const id of ids) expect(id).toMatch(/^SDP-26-[2-9A-HJKMNP-TV-Z]{6}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a tracking ID that is taken or was drawn before is drawn again', () => {
    const drawn = ['a', 'b', 'b', 'c'];
    const number = newTrackingIds(new Set(['a']), () => drawn.shift()!);
    expect([number(systemClock), number(systemClock)]).toEqual(['b', 'c']);
  });
});

describe('a range', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-40', { start: 0, end: 9 }],
    ['bytes=5-400', { start: 5, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    [undefined, undefined],
  ])('the HTTP range %s of ten bytes is read', (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected);
  });
});

describe('a password', () => {
  it('a password is stored as argon2id of the recommended cost', async () => {
    const hash = await hashPassword('seven green lamps');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPasswordRight(hash, 'seven green lamps')).toBe(true);
    expect(await isPasswordRight(hash, 'Seven green lamps')).toBe(false);
    expect(await isPasswordRight(null, 'seven green lamps')).toBe(false);
  });

  it('many passwords at once are checked one after another', async () => {
    const hash = await hashPassword('x');
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => isPasswordRight(hash, index % 2 ? 'x' : 'y')),
    );
    expect(results.filter(Boolean)).toHaveLength(20);
  });
});

it('the error code of a failed mail does not repeat the mail server’s words', () => {
  const message = 'Can’t send mail: 550 5.1.1 <ada@example.org>: unknown';
  const refusal = Object.assign(new Error(message), { code: 'EENVELOPE', responseCode: 550 });
  expect(errorCodeOf(refusal)).toBe('EENVELOPE 550');
});
