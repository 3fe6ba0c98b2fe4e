import { spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { createScene } from '../../test/support/complaints.ts';
import { createTestApp } from '../../test/support/server/app.ts';
import { builtFile, programEnvironment } from '../../test/support/server/processes.ts';
import { keyFrom } from '../config/data-dir.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { writeDataKey } from '../db/installation.store.ts';
import { replyAddressOf } from '../mail/reply-address.ts';

vi.setConfig({ testTimeout: 90_000 });

const secret = '5b0f8d3e9c1a7246f0e1d2c3b4a59687';
const domain = 'reply.example.org';

/** Hands a mail to the program as a mail server does; returns its exit code. */
function pipe(mail: string, settings: Record<string, string>): Promise<number | null> {
  const env = { ...programEnvironment, SECRET_KEY: secret, REPLY_DOMAIN: domain, ...settings };
  const child = spawn(process.execPath, [builtFile('cli/receive-mail')], { env, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.on('error', () => {});
  child.stdin.end(mail);
  return new Promise((resolve) => child.once('close', resolve));
}

test('a mail server hands a mail over beside the running server, and keeps it while the database is away', async () => {
  await using api = Object.assign(await createTestApp(), {
    [Symbol.asyncDispose]: async (): Promise<void> => api.close(),
  });
  const scene = await createScene(api);
  const id = await scene.file();
  const dataKey = Buffer.alloc(32, 9);
  await writeDataKey(api.services.db, keyFrom(secret), dataKey);
  const mail = `From: a@b.example\nTo: ${replyAddressOf(deriveKeys(dataKey), domain, id)}\n\nIt is dry.\n`;
  const { connectionString = '' } = api.pool.options;

  expect(await pipe(mail, { DATABASE_URL: connectionString })).toBe(0);
  expect(await pipe('no mail', { DATABASE_URL: connectionString })).toBe(0);
  const { rows } = await api.pool.query('select complaint_id as id from inbound_message');
  expect(rows).toEqual([{ id }]);

  expect(await pipe(mail, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })).toBe(75);
});
