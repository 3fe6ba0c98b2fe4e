import {
  transitionComplaint,
  countDeskComplaints,
  getComplaint,
  getDeskComplaint,
  listDeskComplaints,
  listNotifications,
  submitComplaint,
} from '@baraza/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createSlowScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { photo } from '../../../../test/support/media.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { verifyHistory } from '../record/verify-history.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let oversight: Person;
beforeEach(async () => {
  oversight = await api.staff('oversight');
  scene = await createSlowScene(api);
});

const nameOf = async (mdaId: string) =>
  (await api.pool.query<{ name: string }>('select name from mda where id = $1', [mdaId])).rows[0]?.name ?? '';
const countsOf = async (mdaId: string) =>
  (
    await api.pool.query(
      'select sum(total)::int as total, sum(resolved)::int as resolved from mda_monthly_stats where mda_id = $1',
      [mdaId],
    )
  ).rows[0];
const atDesk = (person: Person, id: string) => person.call(getDeskComplaint, { params: { id } });
const always = ['requestIdentity', 'discloseIdentity', 'denyIdentity', 'recuse', 'confirmRecusal', 'liftRecusal'];
const neighbourMda = () => scene.neighbour.caller.mdaId ?? '';

describe('an accepted transfer', () => {
  let id: string;
  let due: string | null;
  beforeEach(async () => {
    const place = await api.mda({ jurisdictions: ['North'] });
    const officer = await api.officer(place.id);
    const files = { files: [await photo('tap.png')] };
    const form = scene.fields({ mda: place.id, mdaJurisdiction: place.jurisdictionIds[0] });
    ({ id, dueAt: due } = await scene.citizen.call(submitComplaint, { form, files }));
    scene = { ...scene, officer, mdaId: place.id };
    await scene.act(officer, id, 'start');
    await scene.act(officer, id, 'note', { text: 'Not our pipe' });
    await scene.act(officer, id, 'offerTransfer', { reason: 'The pipe is yours' });
  });

  test('an MDA that is offered a complaint reads it with files and the reason, without notes', async () => {
    const offered = await atDesk(scene.neighbour, id);
    expect(offered).toMatchObject({
      state: 'transfer_offered',
      status: 'Pending',
      allowed: ['acceptTransfer', 'declineTransfer'],
    });
    expect(offered.offeredTo?.id).toBe(neighbourMda());
    expect(offered.history.map((it) => it.action)).toEqual(['submit', 'start', 'offerTransfer']);
    expect(offered.history.at(-1)).toMatchObject({ reason: 'The pipe is yours', text: await nameOf(neighbourMda()) });
    const file = await api.app.inject({ url: offered.attachments[0]?.filePath ?? '' });
    expect(file.statusCode).toBe(200);
    const queue = await scene.neighbour.call(listDeskComplaints, { query: { transfer: 'offered' } });
    expect(queue.items.map((it) => it.id)).toEqual([id]);
    expect((await scene.neighbour.call(countDeskComplaints)).offered).toBe(1);
    // Their other lists omit it, since it is not theirs yet.
    expect((await scene.neighbour.call(listDeskComplaints)).items).toEqual([]);
    expect((await scene.officer.call(countDeskComplaints)).offered).toBe(0);
  });

  test('an accepted transfer moves history, files, timers and counts, and the former MDA gets 404', async () => {
    const before = [await countsOf(scene.mdaId), await countsOf(neighbourMda())];
    expect(before).toEqual([
      { total: 1, resolved: 0 },
      { total: null, resolved: null },
    ]);
    await scene.act(scene.neighbour, id, 'acceptTransfer');
    const taken = await atDesk(scene.neighbour, id);
    expect(taken).toMatchObject({ state: 'received', assignee: null, jurisdiction: null, dueAt: due, offeredTo: null });
    expect(taken.mda.id).toBe(neighbourMda());
    expect(taken.history.map((it) => it.action)).toEqual([
      'submit',
      'start',
      'note',
      'offerTransfer',
      'acceptTransfer',
    ]);
    expect(taken.attachments).toHaveLength(1);
    expect(taken.timers.map((it) => it.state)).toEqual(['met', 'running', 'running']);
    expect(await outcomeOf(atDesk(scene.officer, id))).toMatchObject({ status: 404 });
    expect(await countsOf(scene.mdaId)).toEqual({ total: 0, resolved: 0 });
    expect(await countsOf(neighbourMda())).toEqual({ total: 1, resolved: 0 });
    const faults: string[] = [];
    await verifyHistory(api.services.db, (line) => faults.push(line));
    expect(faults).toEqual([]);
  });

  test('a citizen sees which MDA accepted a transfer, without the texts between the MDAs', async () => {
    const old = await nameOf(scene.mdaId);
    api.clock.advance(5 * 3_600_000);
    await scene.act(scene.neighbour, id, 'acceptTransfer');
    const read = await scene.citizen.call(getComplaint, { params: { id } });
    const name = await nameOf(neighbourMda());
    expect(read.mda.name).toBe(name);
    expect(read.history.map((it) => [it.action, it.actor, it.text, it.reason])).toEqual([
      ['submit', null, null, null],
      ['start', old, null, null],
      ['offerTransfer', old, name, null],
      ['acceptTransfer', name, name, null],
    ]);
    expect(read.custody.map((it) => [it.mda, it.workingDays, it.until === null])).toEqual([
      [old, 0.2, false],
      [name, 0, true],
    ]);
    const { items } = await scene.citizen.call(listNotifications);
    expect(items.map((it) => it.title)).toEqual(['Your complaint has moved', 'Your complaint is being processed']);
    expect(items[0]?.body).toContain(name);
    const mails = (await api.outbox()).filter((it) => it.to === scene.citizen.email && it.subject.includes('moved'));
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(read)).not.toContain('The pipe is yours');
  });

  test('an offered transfer can be withdrawn until it is decided', async () => {
    await scene.act(scene.officer, id, 'withdrawTransfer');
    expect(await atDesk(scene.officer, id)).toMatchObject({ state: 'in_progress', offeredTo: null, dueAt: due });
    expect(await outcomeOf(atDesk(scene.neighbour, id))).toMatchObject({ status: 404 });
  });

  test('a citizen who withdraws a complaint ends its transfer offer', async () => {
    await scene.act(scene.citizen, id, 'withdraw');
    expect((await rowOf(api, id)).row).toMatchObject({ state: 'withdrawn', offeredToMdaId: null });
    expect(await outcomeOf(atDesk(scene.neighbour, id))).toMatchObject({ status: 404 });
  });
});

describe('a declined transfer', () => {
  const decline = async (id: string, reason = 'It is behind the meter') => {
    const { version } = (await rowOf(api, id)).row;
    return scene.neighbour.call(transitionComplaint, {
      params: { id, action: 'declineTransfer' },
      body: { reason, version },
    });
  };

  test('a declined transfer returns the complaint to its state, and the declining MDA gets 404', async () => {
    const id = await scene.fileIn('awaiting_citizen');
    await scene.act(scene.officer, id, 'offerTransfer');
    expect(await decline(id)).toBeNull();
    expect(await outcomeOf(atDesk(scene.neighbour, id))).toMatchObject({ status: 404 });
    expect(await atDesk(scene.officer, id)).toMatchObject({
      state: 'awaiting_citizen',
      assignee: { id: scene.officer.id },
    });
  });

  test('a transfer declined twice goes to oversight, which alone decides, even in favour of the present MDA', async () => {
    const id = await scene.fileIn('transfer_undecided');
    const queue = await oversight.call(listDeskComplaints, { query: { transfer: 'undecided' } });
    expect(queue.items.map((it) => it.id)).toContain(id);
    expect((await oversight.call(countDeskComplaints)).undecided).toBeGreaterThan(0);
    const own = always.filter((it) => it !== 'requestIdentity');
    expect((await atDesk(scene.supervisor, id)).allowed).toEqual([
      'note',
      'call',
      'assign',
      'tag',
      'untag',
      'prioritise',
      'followUp',
      'setUnit',
      'setFields',
      'categorise',
      ...own,
    ]);
    const { version } = (await rowOf(api, id)).row;
    const decide = (mda: string | undefined) =>
      oversight.call(transitionComplaint, {
        params: { id, action: 'decideTransfer' },
        body: { reason: 'By law', mda, version },
      });
    expect(await outcomeOf(decide(undefined))).toMatchObject({
      status: 400,
      fields: { mda: 'All fields are required' },
    });
    expect(await outcomeOf(decide(crypto.randomUUID()))).toMatchObject({
      status: 400,
      fields: { mda: 'Choose an MDA that takes complaints.' },
    });
    const decided = await decide(neighbourMda());
    expect(decided).toMatchObject({ state: 'received', mda: { id: neighbourMda() } });
    expect(await atDesk(scene.neighbour, id)).toMatchObject({ state: 'received', assignee: null });
    expect(await outcomeOf(atDesk(scene.officer, id))).toMatchObject({ status: 404 });
    const read = await scene.citizen.call(getComplaint, { params: { id } });
    expect(read.history.at(-1)).toMatchObject({ action: 'decideTransfer', actor: null, reason: null });
    expect(JSON.stringify(read)).not.toContain('By law');
  });

  test('oversight may leave an undecided transfer at its present MDA', async () => {
    const id = await scene.fileIn('transfer_undecided');
    await scene.act(oversight, id, 'decideTransfer', { mda: scene.mdaId });
    expect(await atDesk(scene.officer, id)).toMatchObject({ state: 'received', mda: { id: scene.mdaId } });
    expect((await atDesk(scene.officer, id)).custody).toHaveLength(1);
    const faults: string[] = [];
    await verifyHistory(api.services.db, (line) => faults.push(line));
    expect(faults).toEqual([]);
  });

  test('a re-opened complaint may be offered twice again', async () => {
    const id = await scene.fileIn('in_progress');
    await scene.act(scene.officer, id, 'offerTransfer');
    await decline(id);
    await scene.act(scene.officer, id, 'resolve');
    await scene.act(scene.citizen, id, 'reopen');
    await scene.act(scene.officer, id, 'offerTransfer');
    await decline(id);
    expect((await rowOf(api, id)).row.state).toBe('received');
  });
});

test.each([
  ['the MDA that has it', () => scene.mdaId, 'Choose another MDA than the one that has the complaint.'],
  ['one that is not there', () => crypto.randomUUID(), 'Choose an MDA that takes complaints.'],
])('a complaint is not offered to %s', async (_, mda, text) => {
  const id = await scene.file();
  const body = { reason: 'Yours', mda: mda(), version: 1 };
  const call = scene.officer.call(transitionComplaint, { params: { id, action: 'offerTransfer' }, body });
  expect(await outcomeOf(call)).toMatchObject({ status: 400, fields: { mda: text } });
});

test('a complaint is not offered to a closed MDA', async () => {
  await api.pool.query('update mda set active = false where id = $1', [neighbourMda()]);
  const id = await scene.file();
  await expect(scene.act(scene.officer, id, 'offerTransfer')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('a transfer keeps the due dates, and the next cycle uses the targets of the new MDA', async () => {
  await api.pool.query(
    'insert into sla_target (id, mda_id, acknowledge, reply, resolve) values (gen_random_uuid(), $1, 1, 2, 3)',
    [neighbourMda()],
  );
  const id = await scene.file();
  const { dueAt } = await atDesk(scene.officer, id);
  await scene.act(scene.officer, id, 'offerTransfer');
  await scene.act(scene.neighbour, id, 'acceptTransfer');
  const moved = await atDesk(scene.neighbour, id);
  expect(moved.dueAt).toBe(dueAt);
  expect(moved.timers.map((it) => it.days)).toEqual([2, 5, 15]);
  for (const action of ['start', 'resolve'] as const) await scene.act(scene.neighbour, id, action);
  await scene.act(scene.citizen, id, 'reopen');
  expect((await atDesk(scene.neighbour, id)).timers.map((it) => it.days)).toEqual([1, 2, 3]);
  const { row } = await rowOf(api, id);
  expect(row.resolveDueAt?.toISOString()).toBe((await atDesk(scene.neighbour, id)).dueAt);
});
