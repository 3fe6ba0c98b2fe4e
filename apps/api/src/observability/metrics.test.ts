import { submitComplaint } from '@baraza/contract';
import { beforeAll, expect, it } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { failure } from '../../test/support/failure.ts';
import { photo } from '../../test/support/media.ts';
import { mailOutbox } from '../db/schema/tables.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';

const test = sharedTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(test);
});

/** Reads the value of a line; undefined when there is none. */
async function read(line: string, given = test): Promise<number | undefined> {
  const text = await given.services.metrics.registry.metrics();
  const found = text.split('\n').find((it) => it.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
}

it('requests are counted by route pattern, with one label for all unknown addresses', async () => {
  const secret = 'jane.doe@home.example';
  for (let count = 0; count < 3; count += 1) await test.app.inject(`/api/nothing/${count}/${secret}`);
  await test.app.inject('/api/portal');
  await test.app.inject(`/api/complaint/${crypto.randomUUID()}?q=${secret}`);
  await test.app.inject({ method: 'PROPFIND' as 'GET', url: '/api/portal' });
  const text = await test.services.metrics.registry.metrics();
  const count = (labels: string) => read(`baraza_http_requests_total{${labels}}`);
  expect(await count('method="GET",route="unknown",status="4xx"')).toBe(3);
  expect(await count('method="GET",route="/api/portal",status="2xx"')).toBe(1);
  expect(await count('method="GET",route="/api/complaint/:id",status="4xx"')).toBe(1);
  expect(text).toContain('baraza_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/portal"} 1');
  expect(text).not.toMatch(/home\.example|[0-9a-f]{8}-[0-9a-f]{4}|PROPFIND/);
});

it('metrics count stored files, and forms refused because of theirs', async () => {
  const file = await photo('receipt.png');
  await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [file] } });
  expect(await read('baraza_uploads_total{kind="image"}')).toBe(1);
  expect(await read('baraza_upload_bytes_total{kind="image"}')).toBeGreaterThan(100);
  const wrong = new File(['no picture at all'], 'receipt.png', { type: 'image/png' });
  const refused = scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [wrong] } });
  expect((await failure(refused)).code).toBe('FILE_TYPE_REFUSED');
  expect(await read('baraza_uploads_refused_total{reason="FILE_TYPE_REFUSED"}')).toBe(1);
  expect(await read('baraza_uploads_total{kind="image"}')).toBe(1);
});

it('metrics count sent, failed and dropped mails, and jobs', async () => {
  const { services, clock } = test;
  const mail = { to: 'someone@home.example', subject: 'Hello', text: 'Hello' };
  const mails = (outcome: string) => read(`baraza_mails_total{outcome="${outcome}"}`);
  await test.runJobs();
  const before = (await mails('sent')) ?? 0;
  await enqueueMail(services.db, services, mail);
  await enqueueMail(services.db, services, { ...mail, expiresAt: clock.now() });
  await test.runJobs();
  expect((await mails('sent')) ?? 0).toBe(before + 1);
  expect(await mails('dropped')).toBe(1);
  await enqueueMail(services.db, services, mail);
  await test.runJobs({ settings: { ...services.settings, smtpUrl: 'smtp://127.0.0.1:9' } });
  expect(await mails('failed')).toBe(1);
  await services.jobs.add(services.db, 'recover-jobs', {});
  await test.runJobs();
  expect(await read('baraza_job_runs_total{task="recover-jobs",outcome="done"}')).toBeGreaterThan(0);
  await services.db.delete(mailOutbox);
});

it('metrics count open event streams', async () => {
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${scene.citizen.token}` };
  await fetch(`${address}/api/notification/stream`, { headers, signal: abort.signal });
  expect(await read('baraza_live_connections')).toBe(1);
  abort.abort();
  await expect.poll(() => read('baraza_live_connections')).toBe(0);
  expect(await test.services.metrics.registry.metrics()).not.toContain(
    'duration_seconds_count{method="GET",route="/api/notification/stream"}',
  );
});
