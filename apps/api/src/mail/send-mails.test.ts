import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { mailOutbox } from '../db/schema/tables.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { mailFolder } from './mail-folder.ts';

const test = sharedTestApp();

const mail = { to: 'ada@home.example', subject: 'Grüße 🌧', text: 'Ihr Code für Baraza:\n\n    482915\n' };
const waiting = () => test.services.db.select().from(mailOutbox);

it('a waiting mail is encrypted, and its file in the mail folder is readable by its owner only', async () => {
  await enqueueMail(test.services.db, test.services, mail);
  expect(JSON.stringify(await waiting())).not.toMatch(/482915|ada@home/);
  expect(await test.outbox()).toEqual([{ ...mail, attachments: [], text: expect.stringContaining('482915') }]);
  const folder = mailFolder(test.services.settings.dataDir);
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^\d{4}-.*\.eml$/);
  expect(await readFile(path.join(folder, name), 'utf8')).toMatch(/^ {4}482915$/m);
  expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0);
  expect(await waiting()).toEqual([]);
});

it('a mail of a transaction that is rolled back is never sent', async () => {
  const before = await test.outbox();
  const rolledBack = test.services.db.transaction(async (tx) => {
    await enqueueMail(tx, test.services, mail);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await test.outbox()).toEqual(before);
});

it('an expired mail is not sent', async () => {
  const before = await test.outbox();
  await enqueueMail(test.services.db, test.services, {
    ...mail,
    expiresAt: new Date(test.clock.now().getTime() + 1_000),
  });
  test.clock.advance(1_001);
  expect(await test.outbox()).toEqual(before);
  expect(await waiting()).toEqual([]);
});

it('a subject cannot smuggle other lines into the headers', async () => {
  await enqueueMail(test.services.db, test.services, { ...mail, subject: 'Hello\r\nBcc: victim@home.example' });
  const sent = (await test.outbox()).at(-1);
  expect(sent?.subject).toContain('victim');
  const folder = mailFolder(test.services.settings.dataDir);
  const name = (await readdir(folder)).toSorted().at(-1) ?? '';
  expect(await readFile(path.join(folder, name), 'utf8')).not.toMatch(/^Bcc:/im);
});
