import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { connectDatabase } from '../db/database.ts';
import { journal } from '../db/migrate.ts';
import { createTestApp, sharedTestApp } from '../../test/support/server/app.ts';
import { startObjectStorage } from '../../test/support/server/object-storage.ts';
import { openDiskFiles } from '../files/disk-files.ts';
import { openS3Files } from '../files/s3-files.ts';

const test = sharedTestApp();

const all = { database: 'ok', migrations: 'ok', files: 'ok', storage: 'ok', log: 'ok' };

async function ask(app: FastifyInstance = test.app) {
  const answer = await app.inject('/health/ready');
  return { code: answer.statusCode, body: answer.json<Record<string, string>>() };
}

describe('ready', () => {
  it('a server is ready when its database, schema and files are', async () => {
    expect(await ask()).toEqual({ code: 200, body: { status: 'ready', ...all } });
  });

  it('a server stays ready with the schema of a newer version, which is taking over', async () => {
    await test.pool.query(`insert into ${journal} (hash, created_at) values ('newer', 9999999999999)`);
    expect(await ask()).toMatchObject({ code: 200 });
    await test.pool.query(`delete from ${journal} where hash = 'newer'`);
  });

  it('a server stays ready on a full disk, and reports it', async () => {
    // A file system without a free byte.
    const app = await test.rebuild({ settings: { ...test.services.settings, dataDir: '/proc' } });
    expect(await ask(app)).toEqual({ code: 200, body: { status: 'ready', ...all, storage: 'full' } });
    await app.close();
  });

  it('a server is ready when it signs in to its database as a superuser', async () => {
    const above = await createTestApp({ databaseUser: 'postgres' });
    expect(await ask(above.app)).toEqual({ code: 200, body: { status: 'ready', ...all } });
    await above.close();
  });
});

describe('not ready', () => {
  it('a server is not ready without its database', async () => {
    const { db, close } = connectDatabase({ host: '127.0.0.1', port: 9, database: 'x' });
    const app = await test.rebuild({ db });
    const answer = await app.inject('/health/ready');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({
      status: 'not ready',
      ...all,
      database: 'failed',
      migrations: 'unknown',
      log: 'unknown',
    });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    await app.close();
    await close();
  });

  it('a server is not ready if its database lacks the newest migration', async () => {
    await test.pool.query(`create table kept as select * from ${journal} order by created_at desc limit 1`);
    await test.pool.query(`delete from ${journal} where hash in (select hash from kept)`);
    expect(await ask()).toMatchObject({ code: 503, body: { ...all, migrations: 'failed', log: 'unknown' } });
    await test.pool.query(`insert into ${journal} select * from kept`);
    expect(await ask()).toMatchObject({ code: 200 });
  });
});

describe('ready without files', () => {
  it('a server stays ready without the folder of its files, and reports it', async () => {
    const folder = path.join(test.services.settings.dataDir, 'other files');
    const app = await test.rebuild({ files: await openDiskFiles(folder) });
    await rm(folder, { recursive: true });
    expect(await ask(app)).toMatchObject({ code: 200, body: { ...all, files: 'failed' } });
    await app.close();
  });

  it('a server stays ready while its bucket is away, and reports it', async () => {
    const storage = await startObjectStorage();
    const files = await openS3Files(storage.url('folder'));
    storage.away(true);
    const app = await test.rebuild({ files });
    expect(await ask(app)).toMatchObject({ code: 200, body: { ...all, files: 'failed' } });
    storage.away(false);
    expect(await ask(app)).toMatchObject({ code: 200, body: all });
    await app.close();
    storage.close();
  });

  it('a server stays ready while its file store does not respond, and reports it', async () => {
    const app = await test.rebuild({ files: { ...test.services.files, check: () => new Promise(() => {}) } });
    expect(await ask(app)).toMatchObject({ code: 200, body: { ...all, files: 'failed' } });
    await app.close();
  });
});
