import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../../src/db/schema/tables.ts';
import { phoneAddress } from '../../src/mail/erased.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';
import { chanceOfSame, median } from '../support/rank-test.ts';

/*
 * Neither a reply nor its duration reveals whether an address, or a number, has an account.
 */

const channel = {
  name: 'sms',
  preset: 'rapidpro',
  secret: 'a-secret-that-nobody-can-guess',
  country: 'NG',
  send: { url: 'http://127.0.0.1:9/' },
};
let test: TestApp;
beforeAll(async () => {
  const generous = { max: 1_000_000, seconds: 60 };
  test = await createTestApp({
    rates: {
      network: generous,
      loginNetwork: generous,
      codeNetwork: generous,
      codeTryNetwork: generous,
      smsNetwork: generous,
      smsDay: generous,
    },
    environment: { CHANNELS: JSON.stringify([channel]) },
  });
});
afterAll(() => test.close());

let count = 0;
/** Creates an account whose address is not confirmed yet. */
async function waiting(door: string): Promise<string> {
  const { id, address } = await person(door);
  await test.services.db.update(account).set({ emailVerifiedAt: null }).where(eq(account.id, id));
  return address;
}
const isByNumber = (door: string) => door.endsWith('by number');
const newNumber = () => `+2348035${String(500_000 + (count += 1))}`;
const unknown = async (door: string) => (isByNumber(door) ? newNumber() : `stranger${(count += 1)}@home.example`);
/** Creates a member of staff for the calls of staff, and a citizen for the others. */
async function person(door: string): Promise<{ id: string; address: string }> {
  const { id, email } = await (door.endsWith('staff') ? test.staff('oversight') : test.citizen());
  if (!isByNumber(door)) return { id, address: email };
  const phone = newNumber();
  const byPhone = { phone, phoneUsedAt: test.clock.now(), email: phoneAddress(id) };
  await test.services.db.update(account).set(byPhone).where(eq(account.id, id));
  return { id, address: phone };
}
const known = async (door: string) => (await person(door)).address;
async function disabled(door: string): Promise<string> {
  const { id, address } = await person(door);
  await test.services.db.update(account).set({ disabledAt: test.clock.now() }).where(eq(account.id, id));
  return address;
}

const password = 'seven green lamps';
const json = (url: string, method: 'POST' | 'PUT', body: object) =>
  test.app.inject({ method, url, payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

const byAddress: Record<string, (email: string) => ReturnType<typeof json>> = {
  login: (email) => json('/api/login', 'POST', { email, password, type: 'user' }),
  'login of staff': (email) => json('/api/login', 'POST', { email, password, type: 'mda' }),
  'forgot password': (email) => json('/api/forgot-password', 'POST', { email, type: 'user' }),
  'forgot password of staff': (email) => json('/api/forgot-password', 'POST', { email, type: 'mda' }),
  'resend code': (email) => json('/api/resend-code', 'POST', { email }),
  register: (email) => {
    const form = new FormData();
    const fields = { first_name: 'Ada', last_name: 'Obi', email, password, confirmPassword: password };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return test.app.inject({ method: 'POST', url: '/api/register', payload: form });
  },
  'a code': (email) => json('/api/verify-email', 'POST', { email, otp: '000000' }),
  'a code for a new password': (email) =>
    json('/api/reset-password', 'PUT', { email, otp: '000000', password, confirmPassword: password }),
};

/** Numbers go through the doors of citizens. */
const byNumber = Object.entries(byAddress).flatMap(([door, go]) =>
  door.endsWith('staff') ? [] : [[`${door} by number`, go] as const],
);
const doors: typeof byAddress = { ...byAddress, ...Object.fromEntries(byNumber) };

/** Returns everything visible in a reply except values that differ in every call. */
async function sight(door: string, email: string) {
  const { statusCode, headers, body } = await (doors[door] as (email: string) => ReturnType<typeof json>)(email);
  const { date: _, 'x-request-id': __, ...rest } = headers;
  const cookie = String(rest['set-cookie'] ?? '').replace(/=[\w-]{43};/, '=…;');
  return { statusCode, headers: { ...rest, 'set-cookie': cookie }, body };
}

/** Probability of the difference arising by chance, and the medians in milliseconds. */
interface Difference {
  readonly chance: number;
  readonly known: number;
  readonly unknown: number;
}

/** Whether a difference is significant and measurable over a network. A call takes 3 to 40 ms here. */
function isTelling({ chance, known, unknown }: Difference): boolean {
  return chance <= 0.01 && Math.abs(known - unknown) > Math.max(0.4, unknown / 20);
}

describe('the rank test', () => {
  // A fixed seed gives the same result each time.
  const noise = (seed: number, shift = 0) =>
    Array.from({ length: 100 }, (_, index) => 20 + shift + 5 * Math.sin((index + 1) * 12.9898 * seed) ** 3);

  it('the rank test finds no difference between equal distributions', () => {
    for (const seed of [1, 2, 3, 4, 5]) expect(chanceOfSame(noise(seed), noise(seed + 0.5))).toBeGreaterThan(0.01);
    expect(chanceOfSame([1, 1, 1], [1, 1, 1])).toBe(1);
    expect(chanceOfSame(noise(1), noise(1))).toBeCloseTo(1, 5);
  });

  it('the rank test finds a shift of a twentieth and agrees with a published value', () => {
    expect(chanceOfSame(noise(1), noise(2, 1.5))).toBeLessThan(0.01);
    // U is 24.5, with a standard deviation of 13.18.
    expect(chanceOfSame([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [4, 5, 6, 7, 8, 9, 10, 11, 12, 13])).toBeCloseTo(0.05327, 5);
  });
});

describe.each(Object.keys(doors))('%s', (door) => {
  it(`${door} responds alike for known, unknown, disabled and unconfirmed addresses`, async () => {
    const answers = [await sight(door, await unknown(door)), await sight(door, await known(door))];
    expect(answers[1]).toEqual(answers[0]);
    expect(await sight(door, await disabled(door))).toEqual(answers[0]);
    expect(await sight(door, await waiting(door))).toEqual(answers[0]);
  });

  const kinds: [kind: string, make: (door: string) => Promise<string>][] = [
    ['known', known],
    ['waiting', waiting],
  ];
  // Only a login checks the password; the other calls look up the account in the same way.
  if (door.startsWith('login')) kinds.push(['disabled', disabled]);
  it.each(kinds)(
    `${door} takes equally long for %s and unknown addresses`,
    { timeout: 300_000, tags: 'full' },
    async (_, known) => {
      const pairs = 100;
      const differences: Difference[] = [];
      // A real difference shows in each attempt, one caused by the machine does not.
      for (let attempt = 0; attempt < 3 && differences.every(isTelling); attempt += 1) {
        const emails = await Promise.all(
          Array.from({ length: pairs }, async () => ({ known: await known(door), unknown: await unknown(door) })),
        );
        const times = { known: [] as number[], unknown: [] as number[] };
        for (const [index, pair] of emails.entries()) {
          for (const kind of index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
            const begun = performance.now();
            await (doors[door] as (email: string) => Promise<unknown>)(pair[kind]);
            times[kind].push(performance.now() - begun);
          }
        }
        const chance = chanceOfSame(times.known, times.unknown);
        differences.push({ chance, known: median(times.known), unknown: median(times.unknown) });
      }
      const telling = differences.filter(isTelling);
      const isOneSided = new Set(telling.map((it) => it.known > it.unknown)).size === 1;
      expect({ tells: telling.length === 3 && isOneSided, differences }).toMatchObject({ tells: false });
    },
  );
});
