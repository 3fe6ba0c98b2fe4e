import {
  addEvidence,
  appealComplaint,
  answerComplaint,
  findProof,
  getComplaint,
  getUser,
  listComplaints,
  listDeskComplaints,
  listGuestChoices,
  getDeskComplaint,
  message,
  openGuestSession,
  reopenComplaint,
  submitComplaint,
  submitGuestComplaint,
  takeSurvey,
} from '@baraza/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { hashSubmissionKey } from '../../../crypto/digest.ts';
import { purgeRegistrations } from '../../../auth/account.store.ts';
import { failure } from '../../../../test/support/failure.ts';
import { fileAsGuest, openAsGuest } from '../../../../test/support/guest.ts';
import { photo } from '../../../../test/support/media.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';

const generous = { max: 10_000, seconds: 60 };
const api = sharedTestApp({
  rates: { guestComplaints: generous, unprovenComplaints: { max: 12, seconds: 3600 } },
});
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

/** Each proof is computed once: it takes a second. */
const proofs = new Map<string, ReturnType<typeof findProof>>();
const proofOf = (key: string) => {
  if (!proofs.has(key)) proofs.set(key, findProof(key));
  return proofs.get(key);
};
const submit = async (given: object = {}, key: string = crypto.randomUUID(), isProven = true) => {
  const proof = isProven ? await proofOf(key) : undefined;
  const form = { ...scene.fields(), identity: 'anonymous' as const, ...given };
  const headers = { 'idempotency-key': key, ...(proof && { 'proof-of-work': proof }) };
  return api.call(submitGuestComplaint, { form }, { headers });
};
const count = async (what: string) => Number((await api.pool.query(`select count(*) from ${what}`)).rows[0].count);

describe('a complaint without an account', () => {
  test('a guest complaint gets a tracking ID and a code of 16 digits, stored only as a hash', async () => {
    const receipt = await submit();
    expect(receipt.receiptCode).toMatch(/^\d{16}$/);
    expect(receipt.trackingId).toMatch(/^SDP-/);
    const { rows } = await api.pool.query(
      'select * from account a join complaint c on c.citizen_id = a.id where c.id = $1',
      [receipt.id],
    );
    expect(JSON.stringify(rows)).not.toContain(receipt.receiptCode);
    expect(rows[0]).toMatchObject({ identity: 'anonymous', password_hash: null, first_name: '', phone: null });
  });

  test('a guest complaint is filed once per key with the same code, also for twenty simultaneous requests', async () => {
    const key = crypto.randomUUID();
    const before = [await count('complaint'), await count('account')];
    const receipts = await Promise.all(Array.from({ length: 20 }, () => submit({}, key)));
    expect(new Set(receipts.map((it) => JSON.stringify(it))).size).toBe(1);
    expect([await count('complaint'), await count('account')]).toEqual(before.map((it) => it + 1));
    expect(await failure(submit({ title: 'Another matter' }, key))).toMatchObject({ status: 409 });
  });

  test('a repeat with another name or phone does not change a guest complaint', async () => {
    const key = crypto.randomUUID();
    const contact = { identity: 'confidential', contactName: 'Ada Obi', contactPhone: '0803 555 0199' };
    const first = await submit(contact, key);
    expect(await submit(contact, key)).toEqual(first);
    for (const other of [{ contactName: 'Ada Bello' }, { contactPhone: '' }]) {
      expect(await failure(submit({ ...contact, ...other }, key))).toMatchObject({ message: message.keyReused });
    }
  });

  test('a guest complaint is never filed again under a purged key', async () => {
    const key = crypto.randomUUID();
    await submit({}, key);
    const hashed = hashSubmissionKey(api.services.keys, key);
    const { rowCount } = await api.pool.query('delete from idempotency_key where key = $1', [hashed]);
    expect(rowCount).toBe(1);
    expect(await failure(submit({}, key))).toMatchObject({ status: 409, message: message.keyReused });
  });

  test('a refused guest complaint leaves no account', async () => {
    const before = await count('account');
    expect(await failure(submit({ title: 'x' }))).toMatchObject({ status: 400 });
    expect(await failure(submit({ category: crypto.randomUUID() }))).toMatchObject({
      fields: { category: message.invalid },
    });
    expect(await failure(submit({ identity: 'named' }))).toMatchObject({ fields: { identity: message.invalid } });
    expect(await failure(submit({ contactName: 'Ada Obi' }))).toMatchObject({
      fields: { identity: message.unwantedContact },
    });
    expect(await count('account')).toBe(before);
  });

  test('the account of an unfinished guest complaint is cleaned up', async () => {
    const { accountId } = await fileAsGuest(api, scene);
    const idle = crypto.randomUUID();
    await api.pool.query(
      `insert into account (id, role, email, first_name, last_name, receipt_hash, email_verified_at, created_at)
       select $2::uuid, role, 'idle@guest.invalid', '', '', receipt_hash, email_verified_at, created_at from account where id = $1`,
      [accountId, idle],
    );
    await purgeRegistrations(api.services.db, new Date(api.clock.now().getTime() + 1));
    const { rows } = await api.pool.query('select id from account where id in ($1, $2)', [accountId, idle]);
    expect(rows).toEqual([{ id: accountId }]);
  });

  test('a guest complaint accepts the MDAs and categories of the choices', async () => {
    const { id: divided, jurisdictionIds } = await api.mda({ jurisdictions: ['North', 'East'] });
    const { mdas, categories } = await api.call(listGuestChoices);
    expect(mdas.map(({ id }) => id)).toContain(scene.mdaId);
    const [north, east] = jurisdictionIds;
    expect(mdas.find(({ id }) => id === divided)?.jurisdictions).toEqual([
      { id: east, name: 'East' },
      { id: north, name: 'North' },
    ]);
    expect(mdas.find(({ id }) => id === scene.mdaId)?.jurisdictions).toEqual([]);
    expect(await submit({ mda: divided, mdaJurisdiction: north })).toHaveProperty('receiptCode');
    expect(categories.length).toBeGreaterThan(0);
  });

  test('guest complaints without proof of work share one limit', async () => {
    const calls = await Promise.all(
      Array.from({ length: 14 }, () => outcomeOf(submit({}, crypto.randomUUID(), false))),
    );
    expect(calls.filter((it) => it !== 'success').length).toBeGreaterThanOrEqual(2);
    const key = crypto.randomUUID();
    const form = { ...scene.fields(), identity: 'anonymous' as const };
    const proof = { 'proof-of-work': (await findProof(key)) ?? '' };
    const filed = await api.call(submitGuestComplaint, { form }, { headers: { 'idempotency-key': key, ...proof } });
    const wrong = api.call(
      submitGuestComplaint,
      { form },
      { headers: { 'idempotency-key': 'a key of its own', 'proof-of-work': '1' } },
    );
    expect(await failure(wrong)).toMatchObject({ status: 429 });
    const again = { 'idempotency-key': key };
    expect(await api.call(submitGuestComplaint, { form }, { headers: again })).toEqual(filed);
    api.clock.advance(3_600_000);
  });
});

describe('the receipt code', () => {
  test('the receipt code opens its complaint with the actions of a citizen', async () => {
    const receipt = await fileAsGuest(api, scene);
    const call = await openAsGuest(api, receipt);
    expect(await call(getComplaint, { params: { id: receipt.id } })).toMatchObject({ identity: 'anonymous' });
    await scene.act(scene.officer, receipt.id, 'start');
    await call(addEvidence, {
      form: { id: receipt.id, text: 'Look' },
      files: { files: [await photo('Ada at home.png')] },
    });
    await scene.act(scene.officer, receipt.id, 'ask', { text: 'Which pump?' });
    await call(answerComplaint, { body: { id: receipt.id, text: 'The blue one' } });
    await scene.act(scene.officer, receipt.id, 'resolve', { text: 'Done.', outcome: 'solved' });
    await call(takeSurvey, { body: { rating: 2, description: 'No.', complaint: receipt.id } });
    expect(await call(reopenComplaint, { body: { id: receipt.id, reason: 'Still dry' } })).toMatchObject({ cycle: 2 });
    await scene.act(scene.officer, receipt.id, 'start');
    await scene.act(scene.officer, receipt.id, 'resolve', { text: 'Done again.' });
    const appealed = await call(appealComplaint, { body: { id: receipt.id, reason: 'It is dry.' } });
    expect(appealed.history.at(-1)).toMatchObject({ action: 'appeal', reason: 'It is dry.' });
    const names = await api.pool.query('select file_name from file where complaint_id = $1', [receipt.id]);
    expect(names.rows).toEqual([{ file_name: 'image 1.png' }]);
  });

  test('the receipt code opens nothing but its complaint', async () => {
    const [mine, theirs] = [await fileAsGuest(api, scene), await fileAsGuest(api, scene)];
    const call = await openAsGuest(api, mine);
    expect(await failure(call(getComplaint, { params: { id: theirs.id } }))).toMatchObject({ status: 404 });
    const others = [
      () => call(listComplaints, {}),
      () => call(getUser),
      () => call(submitComplaint, { form: scene.fields() }),
    ];
    for (const other of others) expect(await failure(other())).toMatchObject({ status: 403 });
  });

  test('a receipt code may have spaces and dashes, and a refusal does not reveal what is wrong', async () => {
    const { trackingId, receiptCode } = await fileAsGuest(api, scene);
    const spaced = receiptCode.replace(/(.{4})(?=.)/gu, '$1 - ');
    await openAsGuest(api, { trackingId: ` ${trackingId.toLowerCase()} `, receiptCode: spaced });
    const wrong = [
      { trackingId, receiptCode: '0'.repeat(16) },
      { trackingId: 'SDP-26-ZZZZZZ', receiptCode },
    ];
    for (const body of wrong) {
      expect(await failure(api.call(openGuestSession, { body }))).toMatchObject({
        status: 401,
        message: message.receiptWrong,
      });
    }
    const short = api.call(openGuestSession, { body: { trackingId, receiptCode: '12' } });
    expect(await failure(short)).toMatchObject({ fields: { receiptCode: message.receiptDigits } });
  });

  test('a network that guesses receipt codes is slowed down, the right code never is', async () => {
    const { trackingId, receiptCode } = await fileAsGuest(api, scene);
    const open = (code: string, remoteAddress: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/public/session',
        remoteAddress,
        payload: { trackingId, receiptCode: code },
      });
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) {
      statuses.push((await open(String(guess).padStart(16, '0'), '192.0.2.7')).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect((await open('1'.repeat(16), '192.0.2.8')).statusCode).toBe(401);
    expect((await open(receiptCode, '192.0.2.8')).statusCode).toBe(200);
    expect((await open(receiptCode, '192.0.2.7')).statusCode).toBe(200);
  });
});

describe('the desk', () => {
  test('the desk reads a made-up name and links no complaints of a guest', async () => {
    const { id, trackingId } = await fileAsGuest(api, scene, 'confidential');
    const read = await scene.officer.call(getDeskComplaint, { params: { id } });
    const name = `Citizen ${trackingId.slice(-4)}`;
    expect(read).toMatchObject({ identity: 'confidential', citizen: { name, firstName: name, complaintsBefore: 0 } });
    expect(read.history[0]).toMatchObject({ actor: name });
  });

  test('the desk reads a made-up name also for a confidential complaint of an account', async () => {
    const named = await scene.citizen.call(submitComplaint, { form: scene.fields() });
    const form = { ...scene.fields(), identity: 'confidential' as const };
    const { id } = await scene.citizen.call(submitComplaint, { form });
    const read = await scene.officer.call(getDeskComplaint, { params: { id } });
    expect(read.citizen).toMatchObject({ name: expect.stringMatching(/^Citizen /), complaintsBefore: 0 });
    const { items } = await scene.officer.call(listDeskComplaints, { query: { q: 'Ada', limit: 100 } });
    expect(items.map((it) => it.id)).toContain(named.id);
    expect(items.map((it) => it.id)).not.toContain(id);
  });

  test('the identity of a confidential guest complaint is disclosed by two people, of an anonymous one never', async () => {
    const { id } = await submit({
      identity: 'confidential',
      contactName: 'Zainab Bello',
      contactPhone: '0803 555 0199',
    });
    await scene.act(scene.officer, id, 'requestIdentity', { reason: 'A refund' });
    await scene.act(scene.supervisor, id, 'discloseIdentity', { requester: scene.officer.id });
    const read = await scene.officer.call(getDeskComplaint, { params: { id } });
    expect(read.citizen.identity).toMatchObject({ name: 'Zainab Bello', email: '', phone: '0803 555 0199' });
    const anonymous = await fileAsGuest(api, scene);
    const shown = await scene.officer.call(getDeskComplaint, { params: { id: anonymous.id } });
    expect(shown.allowed).not.toContain('requestIdentity');
    const asked = scene.act(scene.officer, anonymous.id, 'requestIdentity', { reason: 'A refund' });
    await expect(asked).rejects.toMatchObject({ status: 409 });
  });
});
