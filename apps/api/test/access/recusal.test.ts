import {
  transitionComplaint,
  answerComplaint,
  countDeskComplaints,
  totalDeskComplaints,
  type DeskUpdates,
  getReport,
  listAudit,
  listDeskComplaints,
  listEarlierComplaints,
  listMdaStaff,
  listSimilarComplaints,
  reopenComplaint,
  states,
  submitComplaint,
} from '@baraza/contract';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recusal, session } from '../../src/db/schema/tables.ts';
import { checkHistory } from '../../src/features/complaint/record/verify-history.ts';
import type { SealedEvent } from '../../src/features/complaint/record/sealed-event.ts';
import { readQueueGaps } from '../support/queue-gaps.ts';
import { signFile } from '../../src/files/file.store.ts';
import { createTestApp, type Person, type TestApp } from '../support/server/app.ts';
import { actInBulk } from '../support/bulk.ts';
import { createScene, rowOf, type Scene } from '../support/complaints.ts';
import { recusalSteps } from './recusal-steps.ts';
import { openEventLine } from '../support/server/event-lines.ts';
import { failure } from '../support/failure.ts';
import { photo } from '../support/media.ts';
import { outcomeOf } from '../support/outcome.ts';

/*
 * A complaint does not exist for recused staff in any list, search, count or reply, while all others see it.
 */

let api: TestApp;
let scene: Scene;
let kwame: Person;
let efua: Person;
let oversight: Person;
beforeAll(async () => {
  const plenty = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: '2026-05-04T09:00:00Z', rates: { session: plenty, network: plenty } });
  oversight = await api.staff('oversight');
});
afterAll(() => api.close());

beforeEach(async () => {
  scene = await createScene(api);
  kwame = await api.staff('officer', scene.mdaId, { firstName: 'Kwame', lastName: 'Mensah' });
  efua = await api.staff('supervisor', scene.mdaId, { firstName: 'Efua', lastName: 'Sarpong' });
});

const notFound = { status: 404, code: 'NOT_FOUND' };
const { act, open, recuse, liftRecusal } = recusalSteps(() => ({ api, scene }));

async function csv(person: Person, url: string): Promise<string> {
  await api.services.db.update(session).set({ reauthenticatedAt: api.clock.now() });
  const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

interface Sought {
  readonly id: string;
  readonly trackingId: string;
  /** A later complaint of the same citizen about the same subject. */
  readonly besides: string;
}

/** Reads everything in which a complaint may appear to staff of the MDA. */
async function readAll(person: Person, { id, trackingId, besides }: Sought): Promise<Record<string, unknown>> {
  const list = (query: object) =>
    person.call(listDeskComplaints, { query: { state: states.join(','), sort: 'latest', ...query } });
  const span = { from: '2026-01-01', to: '2026-12-31' };
  const query = new URLSearchParams(span).toString();
  const ofAll = {
    list: (await list({})).items,
    overdue: (await list({ state: undefined, due: 'overdue' })).items,
    'search by tail': (await list({ q: trackingId.slice(-6) })).items,
    'search by words': (await list({ q: 'hydrant' })).items,
    counts: await person.call(countDeskComplaints),
    total: await person.call(totalDeskComplaints, { query: { q: 'hydrant' } }),
    earlier: await person.call(listEarlierComplaints, { params: { id: besides } }),
    similar: await person.call(listSimilarComplaints, { params: { id: besides } }),
    before: (await open(person, besides)).citizen.complaintsBefore,
  };
  if (person.caller.role !== 'supervisor') return ofAll;
  return {
    ...ofAll,
    report: await person.call(getReport, { query: span }),
    'report as CSV': await csv(person, `/api/desk/report/export?${query}`),
    loads: await person.call(listMdaStaff),
    trail: (await person.call(listAudit, { query: { limit: 100 } })).items,
    'trail by tracking id': (await person.call(listAudit, { query: { object: trackingId } })).items,
    'trail by id': (await person.call(listAudit, { query: { object: id } })).items,
    'trail as CSV': await csv(person, '/api/desk/audit/export'),
    'trail by tracking id as CSV': (await csv(person, `/api/desk/audit/export?object=${trackingId}`)).split('\r\n')
      .length,
  };
}

describe('a complaint that mentions staff', () => {
  async function file() {
    const form = scene.fields({
      title: 'A hydrant, and what Efua Sarpong said',
      description: '<p>There <em>MENSAH</em> <strong>kwame</strong> asked for money at the hydrant.</p>',
    });
    const sent = await scene.citizen.call(submitComplaint, { form, files: { files: [await photo('proof.png')] } });
    api.clock.advance(60_000);
    const besides = await scene.file({ title: 'The hydrant again', description: '<p>Dry hydrant.</p>' });
    const fileId = sent.attachments[0]?.id ?? '';
    return { id: sent.id, trackingId: sent.trackingId, besides, fileId };
  }

  test(
    'a complaint that mentions staff is visible to all staff but them, in every list',
    { timeout: 60_000 },
    async () => {
      const sought = await file();
      const { id, trackingId, besides, fileId } = sought;
      const { row, events } = await rowOf(api, id);
      expect(row.recusedStaff.toSorted()).toEqual([kwame.id, efua.id].toSorted());
      expect(events.map((it) => [it.seq, it.action, it.actorKind, it.visibility])).toEqual([
        [1, 'submit', 'citizen', 'public'],
        [2, 'recuse', 'system', 'internal'],
      ]);
      expect(checkHistory(row, events as SealedEvent[])).toEqual([]);
      expect(await readQueueGaps(api.services.db)).toEqual([]);

      // Colleagues leave entries about it in the trail: they open it, its file and its lists, and are refused steps.
      await scene.act(scene.officer, id, 'start');
      expect((await open(scene.officer, id)).attachments).toHaveLength(1);
      const fileAs = async (person: Person) => {
        const expires = Math.floor(api.clock.now().getTime() / 1000 + 60).toString();
        const { sessionId } = person.caller;
        const signature = signFile(api.services, fileId, expires, sessionId);
        return api.app.inject(`/api/file/${fileId}?${new URLSearchParams({ expires, session: sessionId, signature })}`);
      };
      const items = [id, besides].map((it) => ({ id: it, version: 1 }));
      const refused = await actInBulk(api, scene.officer, { action: 'assign', assignee: kwame.id, items });
      expect(refused).toMatchObject([{ done: false }, { done: false }]);
      expect((await fileAs(scene.officer)).statusCode).toBe(200);
      const another = await api.staff('supervisor', scene.mdaId);
      const read = await readAll(scene.officer, sought);
      expect(read).toMatchObject({ before: 1, earlier: [{ id }], similar: [{ id }], counts: { open: 2 } });
      expect(read['search by tail']).toMatchObject([{ id }]);
      const seen = await readAll(another, sought);
      const numbers = ['counts', 'total', 'report', 'loads', 'overdue', 'before', 'trail by tracking id as CSV'];
      const silent = Object.entries(seen).filter(
        ([, what]) => !new RegExp(`${id}|${trackingId}`).test(JSON.stringify(what)),
      );
      expect(silent.map(([where]) => where).toSorted()).toEqual(numbers.toSorted());
      expect(seen).toMatchObject({ report: { total: { received: 2 } }, counts: { open: 2 }, total: { total: 2 } });

      for (const person of [kwame, efua]) {
        const found = await readAll(person, sought);
        const text = JSON.stringify(found);
        const secrets = [id, trackingId, trackingId.slice(-6), fileId, 'Sarpong said', 'proof.png'];
        expect(secrets.filter((it) => text.includes(it))).toEqual([]);
        expect(found).toMatchObject({ before: 0, earlier: [], similar: [], 'search by tail': [] });
        expect(found['search by words']).toMatchObject([{ id: besides }]);
        expect(found['list']).toMatchObject([{ id: besides }]);
        expect(found['counts']).toMatchObject({ open: 1, unassigned: 1, mine: 0 });
        expect(found['total']).toEqual({ total: 1 });
        expect(await failure(open(person, id))).toMatchObject(notFound);
        expect(await failure(person.call(listSimilarComplaints, { params: { id } }))).toMatchObject(notFound);
        expect(await failure(act(person, id, 'note', { text: 'I know.' }))).toMatchObject(notFound);
        expect(await failure(liftRecusal(person, id, person))).toMatchObject(
          person === efua ? notFound : { status: 403, code: 'FORBIDDEN' },
        );
        expect((await fileAs(person)).statusCode).toBe(404);
        expect(await actInBulk(api, person, { action: 'assign', assignee: null, items: [{ id, version: 1 }] })).toEqual(
          [{ id, complaint: null, done: false, error: 'This was not found.' }],
        );
        const merging = await outcomeOf(act(person, besides, 'merge', { parent: id }));
        const nonsense = await outcomeOf(act(person, besides, 'merge', { parent: crypto.randomUUID() }));
        expect(merging).toEqual(nonsense);
        expect(merging).toMatchObject({ status: 400 });
      }
      const found = await readAll(efua, sought);
      expect(found).toMatchObject({ 'trail by tracking id': [], 'trail by tracking id as CSV': 2 });
      // For an unknown complaint the trail holds the same entry, a refusal.
      const never = crypto.randomUUID();
      const trailOf = async (object: string) =>
        (await efua.call(listAudit, { query: { object } })).items.map((it) => [
          it.action,
          it.outcome,
          it.object?.label,
        ]);
      await failure(open(efua, never));
      expect(await trailOf(never)).toEqual([['access.denied', 'refused', null]]);
      expect(await trailOf(id)).toContainEqual(['access.denied', 'refused', null]);
      expect((await trailOf(id)).filter(([, outcome, label]) => outcome !== 'refused' || label !== null)).toEqual([]);
      expect(found['report']).toMatchObject({ total: { received: 1 }, categories: [{ measures: { received: 1 } }] });
      expect(found['loads']).toMatchObject({ unassigned: 1 });

      // Their refusals are recorded like those for a complaint of another MDA.
      const { rows } = await api.pool.query<{ count: string }>(
        `select count(*) from audit where actor_id = $1 and action = 'access.denied' and object_id = $2`,
        [kwame.id, id],
      );
      expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(3);

      // As the parent of a complaint that they see, it stays hidden, and so does its progress.
      await scene.act(another, besides, 'start');
      await scene.act(another, besides, 'merge', { parent: id });
      const merged = await open(kwame, besides);
      expect(merged).toMatchObject({ parent: null, merged: [], status: 'Processing', recusedStaff: [] });
      await scene.act(another, id, 'resolve');
      const [besidesInList] = (await kwame.call(listDeskComplaints, { query: { state: 'merged' } })).items;
      expect(besidesInList).toMatchObject({ id: besides, status: 'Processing' });
      const [forOthers] = (await scene.officer.call(listDeskComplaints, { query: { state: 'merged' } })).items;
      expect(forOthers).toMatchObject({ id: besides, status: 'Resolved' });
    },
  );

  test('supervisors see who is recused from a complaint, and officers only that somebody is', async () => {
    const { id } = await file();
    const supervisor = await open(scene.supervisor, id);
    const names = [
      { id: efua.id, name: 'Efua Sarpong' },
      { id: kwame.id, name: 'Kwame Mensah' },
    ];
    expect(supervisor.recusedStaff).toMatchObject(names);
    expect(supervisor.history.at(-1)).toMatchObject({
      action: 'recuse',
      by: 'system',
      actor: null,
      text: 'Efua Sarpong, Kwame Mensah',
    });
    expect((await open(oversight, id)).recusedStaff).toMatchObject(names);
    const officer = await open(scene.officer, id);
    expect(officer.recusedStaff).toEqual([]);
    expect(officer.history.at(-1)).toMatchObject({ action: 'recuse', text: null, reason: null });
    const stale = { params: { id, action: 'note' }, body: { text: 'Late', version: 2 } };
    await recuse(await api.officer(scene.mdaId), id);
    const conflict = await failure(scene.officer.call(transitionComplaint, stale));
    expect(conflict).toMatchObject({ code: 'VERSION_CONFLICT', changes: [{ action: 'recuse', text: null }] });
    const above = await failure(scene.supervisor.call(transitionComplaint, stale));
    expect(JSON.stringify(above)).toContain('Ada Obi');
    expect(JSON.stringify(conflict)).not.toContain('It is about them.');
  });

  test('a complaint reappears to staff whose recusal a supervisor lifts, also after a transfer', async () => {
    const { id } = await file();
    expect(await failure(recuse(kwame, id))).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect((await liftRecusal(kwame, id))?.recusedStaff).toMatchObject([{ id: efua.id, name: 'Efua Sarpong' }]);
    expect(await open(kwame, id)).toMatchObject({ id, recusedStaff: [] });
    expect((await kwame.call(listDeskComplaints, { query: {} })).items.map((it) => it.id)).toContain(id);
    expect(await failure(liftRecusal(kwame, id))).toMatchObject({ status: 400 });
    // A transfer away and back.
    await scene.act(scene.officer, id, 'offerTransfer');
    await scene.act(scene.neighbour, id, 'acceptTransfer');
    await act(scene.neighbour, id, 'offerTransfer', { mda: scene.mdaId, reason: 'Yours.' });
    expect(await open(kwame, id)).toMatchObject({ id });
    expect(await failure(open(efua, id))).toMatchObject(notFound);
    await act(scene.officer, id, 'acceptTransfer');
    expect(await open(kwame, id)).toMatchObject({ id });
    expect(await failure(open(efua, id))).toMatchObject(notFound);
    const rows = await api.services.db.select().from(recusal).where(eq(recusal.complaintId, id));
    expect(rows.map((row) => row.accountId)).toEqual([efua.id]);
    const { row, events } = await rowOf(api, id);
    expect(checkHistory(row, events as SealedEvent[])).toEqual([]);
  });
});

describe('a mention that comes later', () => {
  test('an answer that mentions the assignee recuses and unassigns them', async () => {
    const id = await scene.file();
    await act(scene.supervisor, id, 'assign', { assignee: kwame.id });
    await scene.act(kwame, id, 'start');
    await scene.act(kwame, id, 'ask');
    await scene.citizen.call(answerComplaint, { body: { id, text: 'It was Kwame Mensah himself.' } });
    expect(await failure(open(kwame, id))).toMatchObject(notFound);
    const { row, events } = await rowOf(api, id);
    expect(row).toMatchObject({ assigneeId: null, recusedStaff: [kwame.id], state: 'in_progress' });
    expect(events.slice(-2)).toMatchObject([{ action: 'answer' }, { action: 'recuse', data: { people: [kwame.id] } }]);
    expect(checkHistory(row, events as SealedEvent[])).toEqual([]);
    expect(await readQueueGaps(api.services.db)).toEqual([]);
    // New words recuse the officer again.
    await liftRecusal(kwame, id);
    await scene.act(kwame, id, 'resolve');
    await scene.citizen.call(reopenComplaint, { body: { id, reason: 'mensah kwame did nothing' } });
    expect((await rowOf(api, id)).row.recusedStaff).toEqual([kwame.id]);
  });

  test('staff of the next MDA whom a complaint mentions are recused when it is offered or moved there', async () => {
    const office = scene.neighbour.caller.mdaId ?? '';
    const mentioned = await api.staff('officer', office, { firstName: 'Yaw', lastName: 'Boateng' });
    const id = await scene.file({ description: '<p>Ask Yaw Boateng.</p>' });
    expect((await rowOf(api, id)).row.recusedStaff).toEqual([]);
    await scene.act(scene.officer, id, 'offerTransfer');
    const offered = (person: Person) => person.call(listDeskComplaints, { query: { transfer: 'offered' } });
    expect((await offered(scene.neighbour)).items).toMatchObject([{ id }]);
    expect((await offered(mentioned)).items).toEqual([]);
    expect(await mentioned.call(countDeskComplaints)).toMatchObject({ offered: 0 });
    expect(await scene.neighbour.call(countDeskComplaints)).toMatchObject({ offered: 1 });
    expect(await failure(open(mentioned, id))).toMatchObject(notFound);
    await scene.act(scene.neighbour, id, 'acceptTransfer');
    expect(await failure(open(mentioned, id))).toMatchObject(notFound);

    const other = await scene.fileIn('transfer_undecided', { description: '<p>Boateng, Yaw again.</p>' });
    await api.services.db.execute(sql`update complaint set recused_staff = '{}' where id = ${other}`);
    await api.services.db.delete(recusal).where(eq(recusal.complaintId, other));
    await act(oversight, other, 'decideTransfer', { mda: office, reason: 'Theirs.' });
    expect(await failure(open(mentioned, other))).toMatchObject(notFound);
    expect(await open(scene.neighbour, other)).toMatchObject({ id: other });
  });
});

test('recused staff get no live update but one without an ID when the complaint disappears', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/desk/stream`;
  const [theirs, others] = [await openEventLine(url, kwame.token), await openEventLine(url, scene.officer.token)];
  const heard = async (line: typeof theirs) => ((await line.next()).data as DeskUpdates).complaints;
  try {
    const hidden = await scene.file({ title: 'Kwame Mensah' });
    expect(await heard(others)).toEqual([hidden]);
    await scene.act(scene.officer, hidden, 'start');
    expect(await heard(others)).toEqual([hidden]);
    const shown = await scene.file();
    // Their first update is about another complaint.
    expect(await heard(theirs)).toEqual([shown]);
    expect(await heard(others)).toEqual([shown]);
    await recuse(kwame, shown);
    expect(await heard(theirs)).toEqual([]);
    expect(await heard(others)).toEqual([shown]);
    await scene.act(scene.officer, shown, 'start');
    expect(await heard(others)).toEqual([shown]);
    await liftRecusal(kwame, shown);
    expect(await heard(theirs)).toEqual([shown]);
  } finally {
    for (const line of [theirs, others]) line.close();
  }
});
