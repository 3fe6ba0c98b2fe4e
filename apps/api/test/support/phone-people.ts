import { login, register, verifyEmail } from '@baraza/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { account } from '../../src/db/schema/tables.ts';
import { failure } from './failure.ts';
import { createTestApp, type TestApp } from './server/app.ts';
import { startSmsGateway } from './server/sms-gateway.ts';

export const password = 'seven green lamps';
export const another = 'nine purple drums';

/** Opens an app with a gateway for all tests of a file, and what people with a telephone do there. */
export function sharedPhonePeople() {
  let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
  let api: TestApp;
  let count = 0;
  beforeAll(async () => {
    gateway = await startSmsGateway();
    const rates = { smsNumber: { max: 8, seconds: 86_400 }, codeNetwork: { max: 10_000, seconds: 60 } };
    api = await createTestApp({ environment: gateway.environment, rates });
  });
  afterAll(async () => {
    await api.close();
    gateway.close();
  });
  beforeEach(() => {
    gateway.messages.length = 0;
    // Past the minute between two codes.
    api.clock.advance(3_600_000);
  });
  const people = {
    get api() {
      return api;
    },
    get gateway() {
      return gateway;
    },
    newNumber: () => `+23480355${String(10_000 + (count += 1))}`,
    newEmail: () => `ada${(count += 1)}@home.example`,
    form: (number: string, more: object = {}) => ({
      first_name: 'Ada',
      last_name: 'Obi',
      email: number,
      password,
      confirmPassword: password,
      ...more,
    }),
    async codeFor(number: string): Promise<string> {
      await api.runJobs();
      return gateway.codeFor(number);
    },
    async textsTo(number: string): Promise<string[]> {
      await api.runJobs();
      return gateway.messages.filter(({ to }) => to === number).map(({ text }) => text);
    },
    /** Registers and confirms an account by telephone; returns its token. */
    async join(number: string, more: object = {}): Promise<string> {
      await api.call(register, { form: people.form(number, more) });
      const { token } = await api.call(verifyEmail, { body: { email: number, otp: await people.codeFor(number) } });
      api.clock.advance(61_000);
      gateway.messages.length = 0;
      return token;
    },
    attempt: (number: string, more: object = {}) =>
      api.call(login, { body: { email: number, password, type: 'user', ...more } }),
    ask: (number: string, more: object = {}) => failure(people.attempt(number, more)),
    /** Logs in with password and code. */
    async enter(number: string, more: object = {}): Promise<string> {
      expect(await people.ask(number, more)).toMatchObject({ status: 403, code: 'PHONE_CODE_REQUIRED' });
      const { token } = await people.attempt(number, { ...more, code: await people.codeFor(number) });
      return token;
    },
    async rowOf(number: string) {
      const [row] = await api.services.db.select().from(account).where(eq(account.phone, number));
      return row;
    },
    /** Makes a number unused for a year and a day. */
    age: (number: string) =>
      api.services.db
        .update(account)
        .set({ phoneUsedAt: sql`${account.phoneUsedAt} - interval '366 days'` })
        .where(eq(account.phone, number)),
  };
  return people;
}
