import { readdir, readFile, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { enqueueMail } from './mailer.ts';
import { outboxFolder } from './outbox.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const mail = { to: 'ada@home.example', subject: 'Grüße 🌧', text: 'Ihr Code für Baraza:\n\n    482915\n' };
const waiting = async () => {
  const { rows } = await test.pool.query<{ payload: unknown; attempts: number; last_error: string | null }>(
    'select payload, attempts, last_error from graphile_worker._private_jobs order by id',
  );
  return rows;
};

describe('a mail', () => {
  it('waits sealed, and is written whole, readable and for its owner alone', async () => {
    await enqueueMail(test.services.db, test.services, mail);
    expect(JSON.stringify(await waiting())).not.toMatch(/482915|ada@home/);
    expect(await test.outbox()).toEqual([{ ...mail, text: expect.stringContaining('482915') }]);
    const folder = outboxFolder(test.services.settings.dataDir);
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^\d{4}-.*\.eml$/);
    expect(await readFile(path.join(folder, name), 'utf8')).toMatch(/^ {4}482915$/m);
    expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  it('of a transaction that is rolled back never was', async () => {
    const before = await test.outbox();
    const rolledBack = test.services.db.transaction(async (tx) => {
      await enqueueMail(tx, test.services, mail);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await test.outbox()).toEqual(before);
  });

  it('that came too late is not sent any more', async () => {
    const before = await test.outbox();
    await enqueueMail(test.services.db, test.services, {
      ...mail,
      expiresAt: new Date(test.clock.now().getTime() + 1_000),
    });
    test.clock.advance(1_001);
    expect(await test.outbox()).toEqual(before);
    expect(await waiting()).toEqual([]);
  });

  it('cannot smuggle other lines into its head', async () => {
    await enqueueMail(test.services.db, test.services, { ...mail, subject: 'Hello\r\nBcc: victim@home.example' });
    const sent = (await test.outbox()).at(-1);
    expect(sent?.subject).toContain('victim');
    const folder = outboxFolder(test.services.settings.dataDir);
    const name = (await readdir(folder)).toSorted().at(-1) ?? '';
    expect(await readFile(path.join(folder, name), 'utf8')).not.toMatch(/^Bcc:/im);
  });
});

describe('a mail server', () => {
  it('that is away gets each mail later, once', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, done) {
        received.push(...envelope.rcptTo.map((it) => it.address));
        stream.resume().on('end', () => done());
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const away = (smtpPort: number) => ({
      settings: { ...test.services.settings, smtpUrl: `smtp://127.0.0.1:${smtpPort}` },
    });
    await enqueueMail(test.services.db, test.services, mail);
    await test.runJobs(away(9));
    await expect.poll(waiting).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') }]);
    await test.services.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
    await test.runJobs(away(port));
    await test.runJobs(away(port));
    expect(received).toEqual(['ada@home.example']);
    expect(await waiting()).toEqual([]);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
