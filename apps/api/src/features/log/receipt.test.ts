import { getLog, openGuestSession, submitComplaint, submitFeedback, withdrawComplaint } from '@baraza/contract';
import { openPromise, openProof, parseVerifierKey, readCosignatures, toBase64 } from '@baraza/transparency-log';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { fileAsGuest } from '../../../test/support/guest.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { complaintEvent } from '../../db/schema/tables.ts';
import { appendToLog } from './append-to-log.ts';
import { publishCheckpoint } from './publish-checkpoint.ts';

let api: TestApp;
let scene: Scene;
beforeAll(async () => {
  api = await createTestApp({ environment: { PUBLIC_URL: 'https://portal.example' } });
  scene = await createScene(api);
});
afterAll(() => api.close());

const ask = (id: string, query = '', { token }: Pick<Person, 'token'> = scene.citizen) =>
  api.app.inject({ url: `/api/complaint/${id}/receipt${query}`, headers: { authorization: `Bearer ${token}` } });

async function publish(): Promise<void> {
  await appendToLog(api.services);
  await publishCheckpoint(api.services);
}

async function digestOf(id: string, seq: number): Promise<string> {
  const isStep = and(eq(complaintEvent.complaintId, id), eq(complaintEvent.seq, seq));
  const [event] = await api.services.db.select({ digest: complaintEvent.digest }).from(complaintEvent).where(isStep);
  return toBase64(event?.digest ?? new Uint8Array());
}

test('a receipt is available once the log is published, and verifies with the public keys alone', async () => {
  const id = await scene.file();
  await scene.citizen.call(withdrawComplaint, { body: { id, reason: 'It was mended.' } });
  const early = await ask(id);
  expect([early.statusCode, early.headers['retry-after'], early.payload]).toEqual([202, '5', '']);
  await appendToLog(api.services);
  expect((await ask(id)).statusCode).toBe(202);
  await publishCheckpoint(api.services);

  const { keys, timeKeys } = await api.call(getLog);
  const trusted = keys.map(({ verifierKey }) => parseVerifierKey(verifierKey));
  for (const [step, query] of [
    [1, ''],
    [2, '?step=2'],
  ] as const) {
    const receipt = await ask(id, query);
    expect(receipt.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(receipt.headers['content-disposition']).toMatch(
      new RegExp(`filename="SDP-[\\w-]+-${step}\\.tlog-proof"`, 'u'),
    );
    const { entry, checkpoint } = await openProof(receipt.payload, trusted);
    expect(toBase64(entry)).toBe(await digestOf(id, step));
    expect(await readCosignatures(checkpoint, timeKeys.map(parseVerifierKey))).toHaveLength(1);
    expect(receipt.payload.length).toBeLessThan(2_000);
  }
});

test('each response to a submission promises the entry that its receipt proves', async () => {
  const file = () =>
    scene.citizen.call(submitComplaint, { form: scene.fields() }, { headers: { 'idempotency-key': 'promised-once' } });
  const { id, promise } = await file();
  expect((await file()).promise).toBe(promise);
  await publish();

  const { keys } = await api.call(getLog);
  const promised = await openPromise(
    promise,
    keys.map(({ verifierKey }) => parseVerifierKey(verifierKey)),
  );
  expect(promised).toMatchObject({ origin: 'portal.example/log', at: api.clock.now() });
  expect(toBase64(promised.entry)).toBe(await digestOf(id, 1));
});

test('receipts exist only for public steps of the caller’s own complaint', async () => {
  const id = await scene.fileIn('in_progress');
  for (const action of ['note', 'reply', 'resolve'] as const) await scene.act(scene.officer, id, action);
  await publish();

  const keys = (await api.call(getLog)).keys.map(({ verifierKey }) => parseVerifierKey(verifierKey));
  const proven = async (step: number) => {
    const { entry } = await openProof((await ask(id, `?step=${step}`)).payload, keys);
    return toBase64(entry);
  };
  // Steps are numbered as the citizen reads them, without the note: reply and resolution are the third and fourth.
  for (const [step, seq] of [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 5],
  ] as const)
    expect(await proven(step)).toBe(await digestOf(id, seq));
  expect((await ask(id, '?step=5')).statusCode).toBe(404);
  expect((await ask(id, '?step=9')).statusCode).toBe(404);
  expect((await ask(id, '', await api.citizen())).statusCode).toBe(404);
  expect((await ask(id, '', scene.officer)).statusCode).toBe(403);
});

test('the receipt of an anonymous complaint contains only the portal and the time', async () => {
  const { id, trackingId, receiptCode, promise } = await fileAsGuest(api, scene);
  expect(promise.split('\n').slice(0, 3)).toEqual([
    'baraza/log-promise@v1',
    'portal.example/log',
    await digestOf(id, 1),
  ]);
  const { token } = await api.call(openGuestSession, { body: { trackingId, receiptCode } });
  await publish();

  const { headers, payload, statusCode } = await ask(id, '', { token });
  expect([statusCode, headers['content-disposition']]).toEqual([200, 'attachment; filename="receipt.tlog-proof"']);
  expect(payload).not.toContain(trackingId);
});

test.each(['0', '-1', '1.5', 'x', '9999999999'])('a receipt for the step %s is refused', async (step) => {
  const id = await scene.file();

  expect((await ask(id, `?step=${step}`)).json()).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { step: expect.any(String) },
  });
});

test('equal words have different digests in the log, so that it does not reveal them', async () => {
  const form = { category: await api.category('feedback'), title: 'A kind clerk', description: '<p>She stayed.</p>' };
  for (let time = 0; time < 2; time += 1) {
    await scene.file();
    await scene.citizen.call(submitFeedback, { form });
  }

  const tables = ['complaint_event', 'feedback_event', 'audit'];
  const digests = tables.map((table) => `select content_digest from ${table}`).join(' union all ');
  const { rows } = await api.pool.query(
    `select count(*) - count(distinct content_digest) as same from (${digests}) as event`,
  );
  expect(rows).toEqual([{ same: '0' }]);
});
