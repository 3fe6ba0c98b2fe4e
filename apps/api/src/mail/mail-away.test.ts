import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { type MailServer, startMailServer } from '../../test/support/server/mail-server.ts';
import { enqueueMail } from './mailer.ts';

let test: TestApp;
let server: MailServer;
const subjects = () => server.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '');

beforeAll(async () => {
  test = await createTestApp();
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const minute = 60_000;

/** So much later, for the clock of the server and for the jobs in the database. */
async function later(minutes: number): Promise<void> {
  test.clock.advance(minutes * minute);
  await test.services.db.execute(
    sql`update graphile_worker._private_jobs set run_at = run_at - make_interval(mins => ${minutes})`,
  );
}

const through = (port: number) => ({ settings: { ...test.services.settings, smtpUrl: `smtp://127.0.0.1:${port}` } });

it('a mail server that was away for an hour gets each mail once, and no code that is stale by then', async () => {
  const { db } = test.services;
  const news = Array.from({ length: 30 }, (_, n) => `Update ${n}`);
  for (const subject of news) await enqueueMail(db, test.services, { to: 'ada@home.example', subject, text: 'x' });
  const expiresAt = new Date(test.clock.now().getTime() + 10 * minute);
  for (const subject of ['Old code 1', 'Old code 2'])
    await enqueueMail(db, test.services, { to: 'ada@home.example', subject, text: '482915', expiresAt });
  for (let waited = 0; waited < 60; waited += 5) {
    await test.runJobs(through(9));
    await later(5);
  }
  expect(subjects()).toEqual([]);
  const fresh = new Date(test.clock.now().getTime() + 10 * minute);
  await enqueueMail(db, test.services, { to: 'ada@home.example', subject: 'New code', text: '1', expiresAt: fresh });
  // Once it gets through, the others do not wait for their next try, which may be the best part of an hour away.
  await test.runJobs(through(server.port));
  expect(subjects().toSorted()).toEqual([...news, 'New code'].toSorted());
  const { rows } = await db.execute(sql`select count(*)::int as waiting from graphile_worker._private_jobs`);
  expect(rows).toEqual([{ waiting: 0 }]);
});
