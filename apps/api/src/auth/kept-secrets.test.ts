import { createHash, createHmac } from 'node:crypto';
import { createStaff } from '@baraza/contract';
import { expect, it, vi } from 'vitest';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { codeIn } from '../../test/support/server/outbox.ts';

/*
 * What lets somebody in is long, of chance, and kept as a hash: whoever reads the database gets in nowhere.
 */

const test = sharedTestApp();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The newest entry of a column that holds hashes, in hexadecimal digits. */
async function kept(table: string, column: string, order: string): Promise<string | undefined> {
  const { rows } = await test.pool.query<{ hex: string }>(
    `select encode(${column}, 'hex') as hex from ${table} order by ${order} desc limit 1`,
  );
  return rows[0]?.hex;
}

const lastMailTo = async (email: string) => (await test.outbox()).findLast((mail) => mail.to === email);

const logIn = async ({ email, password }: Person, type: string) => {
  // Later than the session with which a person of a test comes.
  test.clock.advance(1);
  const browser = openBrowser(test.app, '192.0.2.1');
  return { browser, ...(await browser.post('/login', { email, password, type })) };
};

async function forgetPassword() {
  const { email } = await test.citizen();
  const browser = openBrowser(test.app, '192.0.2.1');
  await browser.post('/forgot-password', { email });
  return { email, browser };
}

/** How each secret comes to its owner, and where its hash is kept. */
const secrets: [what: string, get: () => Promise<string>, table: string, column: string, order: string][] = [
  [
    'the token of a session',
    async () => String((await logIn(await test.citizen(), 'user')).body['token']),
    ...(['session', 'token_hash', 'created_at'] as const),
  ],
  [
    'the cookie of a browser that requested a code',
    async () => (await forgetPassword()).browser.cookies['pr'] ?? '',
    ...(['one_time_code', 'handle_hash', 'created_at'] as const),
  ],
  [
    'the link of an invitation',
    async () => {
      const email = `${crypto.randomUUID()}@staff.example`;
      const { call } = await test.staff('administrator');
      const { id: mda } = await test.mda();
      await call(createStaff, { body: { first_name: 'Chidi', last_name: 'Eze', email, role: 'officer', mda } });
      return /invitation#(\S+)/.exec((await lastMailTo(email))?.text ?? '')?.[1] ?? '';
    },
    ...(['invitation', 'token_hash', 'sent_at'] as const),
  ],
];

it.each(secrets)(
  '%s has 256 random bits, and only its SHA-256 is stored',
  { timeout: 120_000 },
  async (_, get, table, column, order) => {
    // Other sources of randomness repeat themselves here; the clock moves only to order the rows.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const all: Buffer[] = [];
    for (let time = 0; time < 5; time += 1) {
      test.clock.advance(1);
      const secret = await get();
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(await kept(table, column, order)).toBe(sha256(secret));
      all.push(Buffer.from(secret, 'base64url'));
    }
    // Each byte differs from one to the next, none is fixed.
    for (let index = 0; index < 32; index += 1)
      expect(new Set(all.map((bytes) => bytes[index])).size).toBeGreaterThan(2);
  },
);

it('a code is random, and stored as a keyed hash with its owner and purpose', { timeout: 120_000 }, async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const codes: string[] = [];
  for (let time = 0; time < 8; time += 1) {
    test.clock.advance(1);
    const { email } = await forgetPassword();
    const code = codeIn(await lastMailTo(email));
    const bound = JSON.stringify(['reset', 'user', email, code]);
    const hash = await kept('one_time_code', 'code_hash', 'created_at');
    expect(hash).toBe(createHmac('sha256', test.services.keys.code).update(bound).digest('hex'));
    // Without the key, a million tries would find the code.
    for (const open of [code, bound, `${email}${code}`]) expect(hash).not.toBe(sha256(open));
    codes.push(code);
  }
  expect(new Set(codes).size).toBeGreaterThan(6);
  for (let index = 0; index < 6; index += 1) expect(new Set(codes.map((code) => code[index])).size).toBeGreaterThan(1);
});
