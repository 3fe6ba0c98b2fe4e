import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createUpload,
  fileMessage,
  getPortalSettings,
  getUser,
  login,
  submitComplaint,
  createClient,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../db/database.ts';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { injectTransport } from '../../test/support/server/inject-transport.ts';
import { filesOfInstallation } from '../files/files.ts';
import { photo } from '../../test/support/media.ts';
import { toAppError } from './error-handler.ts';
import type { Services } from '../services.ts';

const test = sharedTestApp();
let citizen: Person;
beforeAll(async () => {
  citizen = await test.citizen();
});

async function appWith(change: Partial<Services>) {
  const app = await test.rebuild(change);
  const call = createClient({ token: () => citizen.token, transport: injectTransport(app) });
  return { app, call };
}

const fieldsOf = async () => ({
  mda: (await test.mda()).id,
  category: await test.category(),
  title: 'A long queue',
  description: '<p>It was long.</p>',
  location: 'Main street',
  incidentDate: test.clock.now().toISOString().slice(0, 10),
});

const unavailable = { status: 503, code: 'UNAVAILABLE', message: expect.stringContaining('try again'), retryAfter: 5 };

describe('a database that is away', () => {
  it.each([
    ['refuses connections', { host: '127.0.0.1', port: 9 }],
    ['is not where it should be', { host: '/nowhere/at/all' }],
  ])('a database that is away and %s gets 503, and the process survives', async (_, connection) => {
    const { db, close } = connectDatabase({ ...connection, database: 'x' });
    const { app, call } = await appWith({ db });
    expect(await failure(call(getUser))).toMatchObject(unavailable);
    expect(await failure(call(login, { body: { email: 'a@b.example', password: 'x', type: 'user' } }))).toMatchObject(
      unavailable,
    );
    const [live, ready] = [await app.inject('/health/live'), await app.inject('/health/ready')];
    expect([live.statusCode, ready.statusCode]).toEqual([200, 503]);
    await call(getPortalSettings);
    await app.close();
    await close();
  });

  it('a database that was away is used again once it returns', async () => {
    await test.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect
      .poll(() =>
        citizen.call(getUser).then(
          (user) => user.id,
          () => undefined,
        ),
      )
      .toBe(citizen.id);
    // The pool may still hold another old connection, whose end it notices now.
    await expect.poll(async () => (await test.app.inject('/health/ready')).statusCode).toBe(200);
  });
});

describe('a file store that is away', () => {
  it('while the file store is away, complaints without files are filed, others are not stored', async () => {
    const refuse = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const { app, call } = await appWith({
      files: filesOfInstallation({ ...test.services.files, put: refuse }, crypto.randomUUID()),
    });
    const form = await fieldsOf();
    expect(await failure(call(submitComplaint, { form, files: { files: await photo() } }))).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      message: fileMessage.away,
    });
    await call(submitComplaint, { form });
    await app.close();
  });
});

describe('a full disk', () => {
  it('on a full disk files and resumable uploads get 507 with a message, and complaints without files are filed', async () => {
    // A file system without a free byte.
    const { app, call } = await appWith({ settings: { ...test.services.settings, dataDir: '/proc' } });
    const form = await fieldsOf();
    const full = { status: 507, code: 'STORAGE_FULL', message: fileMessage.full };
    expect(await failure(call(submitComplaint, { form, files: { files: await photo() } }))).toMatchObject(full);
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5' };
    expect(await failure(call(createUpload, { headers }, { headers }))).toMatchObject(full);
    await call(submitComplaint, { form });
    await app.close();
  });
});

describe('an error', () => {
  it.each([
    [Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write' }), 507],
    [Object.assign(new Error('x'), { code: 'EFBIG', syscall: 'write' }), 507],
    [new Error('x: unix error: No space left on device'), 507],
    [new Error('x', { cause: Object.assign(new Error('y'), { code: '53100', severity: 'ERROR' }) }), 507],
    [Object.assign(new Error('x'), { name: 'SlowDown', $metadata: { httpStatusCode: 503 } }), 503],
    [Object.assign(new Error('x'), { name: 'TimeoutError' }), 503],
    [Object.assign(new Error('x'), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }), 500],
    [new Error('x', { cause: Object.assign(new Error('y'), { code: '57P01', severity: 'FATAL' }) }), 503],
    [new Error('x', { cause: Object.assign(new Error('y'), { code: '22021', severity: 'ERROR' }) }), 400],
    [new Error('x', { cause: Object.assign(new Error('y'), { code: '23505', severity: 'ERROR' }) }), 409],
    [new Error('x', { cause: Object.assign(new Error('y'), { code: '42P01', severity: 'ERROR' }) }), 500],
    [new TypeError('x is not a function'), 500],
    ['thrown text', 500],
  ])('the error %s gets %i and a general message', (error, status) => {
    const answer = toAppError(error);
    expect(answer.status).toBe(status);
    expect(answer.message).not.toMatch(/\bx\b|\by\b|thrown/);
  });

  it('a fault of the server reveals no internals to the client', async () => {
    const broken = { ...test.services.files, put: () => Promise.reject(new Error('secret inside')) };
    const { app, call } = await appWith({ files: broken });
    const form = {
      mda: (await test.mda()).id,
      category: await test.category(),
      title: 'A title',
      description: 'x',
      location: 'x',
    };
    const error = await failure(
      call(submitComplaint, {
        form: { ...form, incidentDate: test.clock.now().toISOString().slice(0, 10) },
        files: { files: await photo() },
      }),
    );
    expect(error).toMatchObject({
      status: 500,
      code: 'INTERNAL',
      message: expect.stringContaining('Something went wrong on our side'),
    });
    await app.close();
  });
});

it('a temporary folder that is a file is reported as a fault of the server', async () => {
  const dataDir = path.join(test.services.settings.dataDir, 'elsewhere');
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'tmp'), '');
  const { app, call } = await appWith({ settings: { ...test.services.settings, dataDir } });
  const files = { files: await photo() };
  const form = {
    mda: crypto.randomUUID(),
    category: crypto.randomUUID(),
    title: 'A title',
    description: 'x',
    location: 'x',
    incidentDate: '2026-01-01',
  };
  expect((await failure(call(submitComplaint, { form, files }))).status).toBe(500);
  await app.close();
});
