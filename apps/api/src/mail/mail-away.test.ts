import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { type MailServer, startMailServer } from '../../test/support/server/mail-server.ts';
import { mailInvitation, mailNotice, notices } from '../auth/mails.ts';
import { mailOutbox } from '../db/schema/tables.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { claimMails, recoverMails, lanes, releaseMails } from './outbox.store.ts';
import { sendMails } from './send-mails.ts';

let test: TestApp;
let server: MailServer;
let refusing: MailServer;
const subjects = () => server.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '');

beforeAll(async () => {
  test = await createTestApp();
  server = await startMailServer();
  refusing = await startMailServer(0, { repeats: true });
});
afterAll(async () => {
  await server.close();
  await refusing.close();
  await test.close();
});
beforeEach(async () => {
  server.mails.length = 0;
  await test.services.db.delete(mailOutbox);
});

const minute = 60_000;
const to = 'ada@home.example';
const enqueue = (subject: string) => enqueueMail(test.services.db, test.services, { to, subject, text: 'x' });
const waiting = () => test.services.db.select().from(mailOutbox).orderBy(mailOutbox.id);

/** Advances the server's clock and the mails in the database. */
async function pass(minutes: number): Promise<void> {
  test.clock.advance(minutes * minute);
  await test.services.db.execute(
    sql`update ${mailOutbox} set next_try_at = next_try_at - make_interval(mins => ${minutes})`,
  );
}

const through = (port: number) => ({ settings: { ...test.services.settings, smtpUrl: `smtp://127.0.0.1:${port}` } });
const nowhere = () => through(9);

it('a mail server that was away for an hour receives each mail once, and no expired code', async () => {
  const { db } = test.services;
  const updates = Array.from({ length: 30 }, (_, n) => `Update ${n}`);
  for (const subject of updates) await enqueue(subject);
  const expiresAt = new Date(test.clock.now().getTime() + 10 * minute);
  for (const subject of ['Old code 1', 'Old code 2'])
    await enqueueMail(db, test.services, { to, subject, text: '482915', expiresAt });
  for (let waited = 0; waited < 60; waited += 5) {
    await test.runJobs(nowhere());
    await pass(5);
  }
  expect(subjects()).toEqual([]);

  const fresh = new Date(test.clock.now().getTime() + 10 * minute);
  await enqueueMail(db, test.services, { to, subject: 'New code', text: '1', expiresAt: fresh });
  await test.runJobs(through(server.port));

  expect(subjects()[0]).toBe('New code');
  expect(subjects().toSorted()).toEqual([...updates, 'New code'].toSorted());
  expect(await waiting()).toEqual([]);
});

it('a mail server that is away uses up no attempt', async () => {
  await enqueue('Waits');

  await test.runJobs(nowhere());

  expect(await waiting()).toMatchObject([{ attempts: 0, lastErrorCode: 'ESOCKET' }]);
});

it('a refused mail is retried, delays no other, and is given up after 20 attempts', async () => {
  await enqueue('Refused');
  await test.runJobs(through(refusing.port));
  expect(await waiting()).toMatchObject([{ attempts: 1, lastErrorCode: expect.stringMatching(/^EMESSAGE \d+$/u) }]);

  await enqueue('Behind');
  await test.runJobs(through(server.port));
  expect(subjects()).toEqual(['Behind']);

  await test.services.db.update(mailOutbox).set({ attempts: 19, nextTryAt: new Date(0) });
  await test.runJobs(through(refusing.port));
  await pass(24 * 60);
  expect(await claimMails(test.services.db, lanes.bulk)).toEqual([]);
});

it('all mails sent in one run use one connection', async () => {
  const before = server.connections();
  for (let count = 0; count < 10; count += 1) await enqueue(`Update ${count}`);

  await test.runJobs(through(server.port));

  expect(subjects()).toHaveLength(10);
  expect(server.connections() - before).toBe(1);
});

it('a mailed code arrives while the mail server hangs at all other mails', async () => {
  const slow = await startMailServer(0, { holds: (mail) => mail.includes('Update') });
  for (let count = 0; count < 3; count += 1) await enqueue(`Update ${count}`);
  const worker = await test.startWorker(through(slow.port));
  await expect.poll(slow.held, { timeout: 10_000 }).toBeGreaterThan(0);

  const expiresAt = new Date(test.clock.now().getTime() + 10 * minute);
  for (let count = 0; count < 3; count += 1)
    await enqueueMail(test.services.db, test.services, { to, subject: `Code ${count}`, text: '1', expiresAt });

  await expect.poll(() => slow.mails.length, { timeout: 10_000 }).toBe(3);
  await slow.close();
  await worker.stop();
});

it('notices of an account and invitations arrive while the mail server hangs at bulk mail', async () => {
  const { db } = test.services;
  const slow = await startMailServer(0, { holds: (mail) => mail.includes('Update') });
  for (let count = 0; count < 3; count += 1) await enqueue(`Update ${count}`);
  const worker = await test.startWorker(through(slow.port));
  await expect.poll(slow.held, { timeout: 10_000 }).toBeGreaterThan(0);

  await mailNotice(
    db,
    test.services,
    { id: crypto.randomUUID(), email: to, firstName: 'Ada', phone: null },
    notices.passwordChanged,
  );
  const expiresAt = new Date(test.clock.now().getTime() + 7 * 24 * 60 * minute);
  await mailInvitation(db, test.services, { to, name: 'Ada', token: 'x', expiresAt });

  await expect.poll(() => slow.mails.length, { timeout: 10_000 }).toBe(2);
  const { rows } = await db.execute(sql`select distinct lane from ${mailOutbox}`);
  expect(rows).toEqual([{ lane: lanes.bulk }]);
  await slow.close();
  await worker.stop();
});

it('a stopped mail sender records what it sent and releases the other mails at once', async () => {
  const { db } = test.services;
  const stopping = new AbortController();
  const taking = await startMailServer(0, {
    holds() {
      stopping.abort();
      return false;
    },
  });
  for (const subject of ['First', 'Second', 'Third']) await enqueue(subject);

  await sendMails({ ...test.services, ...through(taking.port) }, lanes.bulk, stopping.signal);

  expect(taking.mails).toHaveLength(1);
  expect(await claimMails(db, lanes.bulk)).toHaveLength(2);
  expect(await waiting()).toHaveLength(2);
  await taking.close();
});

it('many mails are sent in the order in which they were written', async () => {
  const updates = Array.from({ length: 45 }, (_, n) => `Update ${n}`);
  for (const subject of updates) await enqueue(subject);

  await test.runJobs(through(server.port));

  expect(subjects()).toEqual(updates);
  expect(await waiting()).toEqual([]);
});

it('each attempt of a mail has the same Message-ID', async () => {
  refusing.mails.length = 0;
  await enqueue('Twice');
  await test.runJobs(through(refusing.port));
  await pass(1);
  await test.runJobs(through(server.port));

  const ids = [...refusing.mails, ...server.mails].map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);

  expect(ids).toEqual([expect.stringMatching(/^<.+@.+>/u), ids[0]]);
});

it('a mail that a killed server claimed is due again after five minutes, or when the only server starts', async () => {
  const { db } = test.services;
  await enqueue('Taken');
  const taken = await claimMails(db, lanes.bulk);
  expect(await claimMails(db, lanes.bulk)).toEqual([]);

  await pass(5);
  expect(await claimMails(db, lanes.bulk)).toEqual(taken);

  await releaseMails(db);
  expect(await claimMails(db, lanes.bulk)).toEqual(taken);
});

it('a mail enqueued by a clock that is ahead is due within a minute', async () => {
  await enqueue('From ahead');
  await pass(-60);
  await recoverMails(test.services.db);

  await test.runJobs(through(server.port));

  expect(subjects()).toEqual(['From ahead']);
});
