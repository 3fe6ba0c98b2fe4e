import { getLog, openGuestSession, submitComplaint, submitFeedback, withdrawComplaint } from '@baraza/contract';
import { openPromise, openProof, parseVerifierKey, readCosignatures, toBase64 } from '@baraza/transparency-log';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { behind } from '../../../test/support/behind.ts';
import { fileAsGuest } from '../../../test/support/guest.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { readOutbox } from '../../../test/support/server/outbox.ts';
import { complaintEvent, mailOutbox } from '../../db/schema/tables.ts';
import { lanes } from '../../mail/outbox.store.ts';
import { sendMails } from '../../mail/send-mails.ts';
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

test('a receipt stays the one made at the filing, whatever the log has grown to', async () => {
  const id = await scene.file();
  await publish();
  const { payload } = await ask(id);
  await scene.file();
  api.clock.advance(60_000);
  await publish();

  expect((await ask(id)).payload).toBe(payload);
});

test('the mail about a new complaint waits for its receipt and carries it', async () => {
  const id = await scene.file();
  await sendMails(api.services, lanes.bulk);
  const about = async () => (await readOutbox(api.services.settings.dataDir)).filter(({ text }) => text.includes(id));
  expect(await about()).toEqual([]);
  await api.services.db.update(mailOutbox).set({ nextTryAt: sql`now()` });

  const [mail] = await api.outbox().then(about);

  const { payload, headers } = await ask(id);
  const name = /filename="(?<name>[^"]+)"/u.exec(String(headers['content-disposition']))?.groups?.['name'];
  expect(mail?.attachments).toEqual([{ name, type: 'text/plain', text: payload }]);
  expect(mail?.text).toContain('https://portal.example/verify');
});

test('without a receipt the mail about a new complaint goes after ten minutes and names none', async () => {
  const id = await scene.file();
  await api.services.db.update(mailOutbox).set({ createdAt: sql`now() - interval '11 minutes'` });
  await sendMails(api.services, lanes.bulk);

  const mail = (await readOutbox(api.services.settings.dataDir)).find(({ text }) => text.includes(id));
  expect([mail?.attachments, mail?.text.includes('receipt')]).toEqual([[], false]);
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

test('a receipt whose first checkpoint was forged in the database is made from the newest genuine one', async () => {
  const id = await scene.file();
  await publish();
  await behind(api.services.db, `update log_published set published = replace(published, '— ', '— other.')`);

  const trusted = (await api.call(getLog)).keys.map(({ verifierKey }) => parseVerifierKey(verifierKey));
  expect(toBase64((await openProof((await ask(id)).payload, trusted)).entry)).toBe(await digestOf(id, 1));
});
