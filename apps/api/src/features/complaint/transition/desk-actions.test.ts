import {
  answerComplaint,
  type ApiError,
  message,
  startBulkRun,
  transitionComplaint,
  getComplaint,
  getDeskComplaint,
  listAudit,
  listEarlierComplaints,
  listNotifications,
  listSimilarComplaints,
  rejectReasons,
} from '@baraza/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { actInBulk } from '../../../../test/support/bulk.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';

let api: TestApp;
let scene: Scene;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
});
afterAll(() => api.close());
beforeEach(async () => {
  scene = await createScene(api);
});

type Words = Omit<Parameters<typeof take>[3], 'version'>;
async function take(person: Person, id: string, action: string, words: Record<string, unknown> & { version?: number }) {
  const version = words.version ?? (await rowOf(api, id)).row.version;
  return person.call(transitionComplaint, { params: { id, action }, body: { ...words, version } });
}
const refused = (person: Person, id: string, action: string, words: Words) =>
  outcomeOf(take(person, id, action, words));

describe('resolving', () => {
  test.each(['solved', 'partly', 'explained', 'no_fault', 'referred'] as const)(
    'a complaint is resolved with the outcome %s',
    async (outcome) => {
      const id = await scene.fileIn('in_progress');
      expect(await take(scene.officer, id, 'resolve', { text: 'Done', outcome })).toMatchObject({ outcome });
      const read = await scene.citizen.call(getComplaint, { params: { id } });
      expect(read).toMatchObject({ outcome });
      expect(read.history.at(-1)).toMatchObject({ action: 'resolve', outcome });
    },
  );

  test('a resolution without an outcome is "solved", and an unlisted outcome is refused', async () => {
    const id = await scene.fileIn('in_progress');
    expect(await refused(scene.officer, id, 'resolve', { text: 'Done', outcome: 'perfect' })).toMatchObject({
      status: 400,
      fields: { outcome: expect.any(String) },
    });
    expect((await take(scene.officer, id, 'resolve', { text: 'Done' }))?.outcome).toBe('solved');
  });
});

describe('rejecting', () => {
  test.each(rejectReasons)('a complaint is rejected for a listed reason with a text: %s', async (reason) => {
    const id = await scene.file();
    await take(scene.officer, id, 'proposeRejection', { reason, text: 'See you' });
    expect((await take(scene.supervisor, id, 'reject', {}))?.history.at(-1)).toMatchObject({
      reason,
      text: 'See you',
    });
  });

  test.each(['Because', 'the text is abusive.', `${rejectReasons[0]} `.repeat(2)])(
    'a rejection for the unlisted reason %s is refused',
    async (reason) => {
      const id = await scene.file();
      const before = await rowOf(api, id);
      expect(await refused(scene.officer, id, 'proposeRejection', { reason })).toMatchObject({
        status: 400,
        fields: { reason: expect.stringContaining(`Choose one of the listed reasons. “${rejectReasons[0]}”`) },
      });
      expect(await rowOf(api, id)).toEqual(before);
    },
  );
});

describe('extending', () => {
  test('an extension moves the due date by working days, at most twice, and gives the citizen the reason', async () => {
    const id = await scene.file();
    const first = await take(scene.supervisor, id, 'extend', { days: 5, reason: 'The pipe comes by ship' });
    expect(first).toMatchObject({ dueAt: '2026-06-01T23:59:59.999Z', extensions: 1, timers: [{}, {}, { days: 20 }] });
    expect(first?.allowed).toContain('extend');
    const second = await take(scene.supervisor, id, 'extend', { days: 1, reason: 'The ship is late' });
    expect(second).toMatchObject({ dueAt: '2026-06-02T23:59:59.999Z', extensions: 2 });
    expect(second?.allowed).not.toContain('extend');
    expect(await refused(scene.supervisor, id, 'extend', { days: 1, reason: 'Once more' })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'The date of this complaint was moved twice already.',
    });
    const read = await scene.citizen.call(getComplaint, { params: { id } });
    expect(read.history.map((it) => [it.action, it.reason, it.days])).toEqual([
      ['submit', null, undefined],
      ['extend', 'The pipe comes by ship', 5],
      ['extend', 'The ship is late', 1],
    ]);
    const { items } = await scene.citizen.call(listNotifications);
    expect(items.map((it) => it.title)).toEqual(['More time is needed', 'More time is needed']);
  });

  test.each([0, 16, 1.5, '3'])('an extension by %s days is refused', async (days) => {
    const id = await scene.file();
    expect(await refused(scene.supervisor, id, 'extend', { days, reason: 'Why' })).toMatchObject({ status: 400 });
  });

  test('a re-opened complaint may be extended twice again', async () => {
    const id = await scene.file();
    for (const days of [1, 2]) await take(scene.supervisor, id, 'extend', { days, reason: 'Why' });
    for (const action of ['start', 'resolve'] as const) await scene.act(scene.officer, id, action);
    await scene.act(scene.citizen, id, 'reopen');
    expect((await take(scene.supervisor, id, 'extend', { days: 1, reason: 'Why' }))?.extensions).toBe(1);
  });
});

describe('a note that mentions colleagues', () => {
  test('a note mails each mentioned colleague once, without its text, and never its writer', async () => {
    const id = await scene.file({ title: 'The canary title' });
    const mentions = [scene.supervisor.id, scene.officer.id, scene.supervisor.id];
    const after = await take(scene.officer, id, 'note', { text: 'Look, @Ada: canary', mentions });
    expect(after?.history.at(-1)?.mentions).toHaveLength(2);
    const mails = (await api.outbox()).filter((it) => it.subject.startsWith('You were mentioned'));
    expect(mails.filter((it) => it.text.includes(id)).map((it) => it.to)).toEqual([scene.supervisor.email]);
    expect(mails.at(-1)?.text).toContain(`/desk/complaint/open/${id}`);
    expect(JSON.stringify(mails)).not.toContain('canary');
    const read = await scene.citizen.call(getComplaint, { params: { id } });
    expect(read.history).toHaveLength(1);
  });

  test.each([
    ['an officer of another MDA', async () => scene.neighbour.id],
    ['a citizen', async () => scene.citizen.id],
    ['an unknown person', async () => crypto.randomUUID()],
  ])('a note that mentions %s is refused', async (_, who) => {
    const id = await scene.file();
    expect(
      await refused(scene.officer, id, 'note', { text: 'x', mentions: [scene.supervisor.id, await who()] }),
    ).toMatchObject({
      status: 400,
      fields: { mentions: 'Only colleagues of this MDA can be mentioned.' },
    });
  });
});

describe('the second of two simultaneous steps', () => {
  test('the second officer gets 409 with the changes since, names and notes included', async () => {
    const id = await scene.fileIn('in_progress');
    const seen = (await rowOf(api, id)).row.version;
    await scene.act(scene.supervisor, id, 'reply', { text: 'Come on Monday' });
    await scene.act(scene.supervisor, id, 'note', { text: 'Told them' });
    const error = await take(scene.officer, id, 'resolve', { text: 'Mended', version: seen }).catch(
      (it: ApiError) => it,
    );
    expect(error).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
    const { changes } = error as ApiError;
    expect(changes.map((it) => [it.action, it.text])).toEqual([
      ['reply', 'Come on Monday'],
      ['note', 'Told them'],
    ]);
    expect(changes[0]?.actor).toMatch(/^Ada Obi/u);
    const latest = await scene.officer.call(getDeskComplaint, { params: { id } });
    expect(latest.history.slice(-2)).toEqual(changes);
  });

  test('an officer of another MDA gets 404 without the changes', async () => {
    const id = await scene.fileIn('in_progress');
    const error = await take(scene.neighbour, id, 'note', { text: 'x', version: 1 }).catch((it: ApiError) => it);
    expect(error).toMatchObject({ status: 404, changes: [] });
    await scene.act(scene.officer, id, 'offerTransfer');
    const offered = await take(scene.neighbour, id, 'acceptTransfer', { version: 1 }).catch((it: ApiError) => it);
    expect(offered).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', changes: [] });
  });
});

describe('in bulk', () => {
  const several = async (...states: Parameters<Scene['fileIn']>[0][]) => {
    const items: { id: string; version: number }[] = [];
    for (const state of states) {
      const id = await scene.fileIn(state);
      items.push({ id, version: (await rowOf(api, id)).row.version });
    }
    return items;
  };

  test('each complaint of a bulk step succeeds or fails on its own, in the order of the request', async () => {
    const items = await several('in_progress', 'received', 'in_progress', 'awaiting_citizen');
    const stale = { id: items[2]?.id ?? '', version: 1 };
    const foreign = { id: await (await createScene(api)).file(), version: 1 };
    const unknown = { id: crypto.randomUUID(), version: 1 };
    const body = {
      action: 'reply',
      text: 'The same for all',
      items: [items[0], items[1], stale, items[3], foreign, unknown],
    } as never;
    const results = await actInBulk(api, scene.officer, body);
    expect(results.map(({ done, error }) => [done, error])).toEqual([
      [true, null],
      [true, null],
      [false, message.versionConflict],
      [true, null],
      [false, message.notFound],
      [false, message.notFound],
    ]);
    expect(results.map(({ complaint }) => complaint !== null)).toEqual([true, true, true, true, false, false]);
    const refused = (await auditedBy(api, scene.officer)).filter((it) => it.outcome === 'refused');
    const detail = { method: 'POST', route: '/api/desk/bulk-run', status: 404 };
    const entry = { action: 'access.denied', objectKind: 'complaint', detail };
    expect(refused).toHaveLength(2);
    for (const { id } of [foreign, unknown]) {
      expect(refused).toContainEqual(expect.objectContaining({ ...entry, objectId: id }));
    }
    expect(results.map((it) => it.id)).toEqual([...items.map((it) => it.id).slice(0, 4), foreign.id, unknown.id]);
    expect((await rowOf(api, items[1]?.id ?? '')).events.map((it) => it.action)).toEqual(['submit', 'start', 'reply']);
    expect((await rowOf(api, items[0]?.id ?? '')).row.reply).toBe('The same for all');
    expect((await rowOf(api, stale.id)).row.reply).toBeNull();
  });

  test('the audit trail holds a refused bulk step under each of its complaints', async () => {
    const id = await (await createScene(api)).file();
    const items = [...(await several('in_progress')), { id, version: 1 }];
    await actInBulk(api, scene.officer, { action: 'reply', text: 'To both', items });
    const oversight = await api.staff('oversight');
    const { trackingId } = (await rowOf(api, id)).row;
    for (const object of [id, trackingId]) {
      const found = await oversight.call(listAudit, { query: { object, outcome: 'refused' } });
      expect(found.items.map((it) => [it.action, it.actor?.id, it.object?.id])).toEqual([
        ['access.denied', scene.officer.id, id],
      ]);
    }
  });

  test('a bulk step assigns several complaints to one colleague', async () => {
    const items = await several('received', 'in_progress');
    const results = await actInBulk(api, scene.supervisor, { action: 'assign', assignee: scene.officer.id, items });
    expect(results).toMatchObject(items.map(({ id }) => ({ id, done: true, error: null })));
    for (const { id } of items) expect((await rowOf(api, id)).row.assigneeId).toBe(scene.officer.id);
  });

  test('a bulk step without a needed field is refused as a whole', async () => {
    const items = await several('in_progress');
    const bulk = (body: object) =>
      outcomeOf(scene.officer.call(startBulkRun, { body: { id: crypto.randomUUID(), ...body } as never }));
    expect(await bulk({ action: 'reply', items })).toMatchObject({
      status: 400,
      fields: { text: 'All fields are required' },
    });
    expect(await bulk({ action: 'assign', items })).toMatchObject({
      status: 400,
      fields: { assignee: expect.any(String) },
    });
    expect(await bulk({ action: 'reject', items })).toMatchObject({ status: 400 });
    expect(await bulk({ action: 'reply', text: 'x', items: [] })).toMatchObject({ status: 400 });
    expect(await bulk({ action: 'reply', text: 'x', items: [...items, ...items] })).toMatchObject({ status: 400 });
    const many = Array.from({ length: 1_001 }, () => ({ id: crypto.randomUUID(), version: 1 }));
    expect(await bulk({ action: 'reply', text: 'x', items: many })).toMatchObject({ status: 400 });
    expect((await rowOf(api, items[0]?.id ?? '')).row.reply).toBeNull();
  });
});

describe('beside a complaint', () => {
  const similar = (id: string, person = scene.officer) => person.call(listSimilarComplaints, { params: { id } });

  test('similar complaints are those of the same MDA about the same subject, the closest first', async () => {
    const file = (title: string, location: string) => scene.file({ title, location, description: `<p>${title}</p>` });
    const id = await file('Burst water main floods Baobab Street', 'Baobab Street 12');
    const near = await file('Water main burst again', 'Baobab Street 40');
    const far = await file('Street lamp broken', 'Harbour');
    await file('Passport delayed', 'Central');
    const foreign = await (await createScene(api)).file({ title: 'Burst water main floods Baobab Street' });
    const found = (await similar(id)).map((it) => it.id);
    expect(found).toEqual([near, far]);
    expect(found).not.toContain(foreign);
    expect((await similar(id))[0]).toMatchObject({
      title: 'Water main burst again',
      status: 'Pending',
      state: 'received',
    });
  });

  test('similar complaints of the last 30 days within 500 m come first', async () => {
    const title = 'Culvert blocked';
    const at = (metresNorth: number, accuracy = '10') =>
      scene.file({ title, lat: String(6.5 + metresNorth / 111_195), lon: '3.4', accuracy });
    const old = await at(20);
    await api.pool.query(`update complaint set submitted_at = submitted_at - interval '31 days' where id = $1`, [old]);
    const near = await at(400);
    const rough = await at(0, '1000');
    const far = await at(2_000);
    const without = await scene.file({ title });
    const found = await similar(await at(0));
    const ids = found.map((it) => it.id);
    expect(ids[0]).toBe(near);
    expect(ids.toSorted()).toEqual([near, without, far, rough, old].toSorted());
  });

  test('at most ten similar complaints are listed', async () => {
    for (let count = 0; count < 12; count += 1) await scene.file({ title: `Burst water main ${count}` });
    expect(await similar(await scene.file({ title: 'Burst water main' }))).toHaveLength(10);
  });

  test.each(["' | \\ & ! : * () <-> %", '??', 'a b c', 'long'.repeat(30)])(
    'a title without common words has no similar complaints: %s',
    async (title) => {
      const id = await scene.file({ title: title.padEnd(5, '?'), location: '?', description: '<p>?!</p>' });
      expect(await similar(id)).toEqual([]);
    },
  );

  test('earlier complaints are those of the same citizen at this MDA, the newest first', async () => {
    const first = await scene.file({ title: 'The first' });
    api.clock.advance(1_000);
    const second = await scene.file({ title: 'The second' });
    await scene.file({}, await api.citizen());
    api.clock.advance(1_000);
    const third = await scene.file({ title: 'The third' });
    const earlier = (id: string) => scene.officer.call(listEarlierComplaints, { params: { id } });
    expect((await earlier(third)).map((it) => it.id)).toEqual([second, first]);
    expect(await earlier(first)).toEqual([]);
    expect((await scene.officer.call(getDeskComplaint, { params: { id: third } })).citizen.complaintsBefore).toBe(2);
  });

  test('an MDA that is offered a transfer sees no similar complaints', async () => {
    await scene.file();
    const id = await scene.fileIn('transfer_offered');
    expect(await similar(id, scene.neighbour)).toEqual([]);
    expect((await similar(id)).length).toBeGreaterThan(0);
  });
});

describe('a withdrawn question', () => {
  test('a withdrawn question leaves the complaint in progress, its timer running and its citizen notified', async () => {
    const id = await scene.fileIn('awaiting_citizen');
    const after = await take(scene.officer, id, 'withdrawQuestion', {});

    expect(after).toMatchObject({ state: 'in_progress', timer: 'running', pausedUntil: null });
    const { items } = await scene.citizen.call(listNotifications, {});
    expect(items).toContainEqual(expect.objectContaining({ complaintId: id, title: 'You no longer need to answer' }));
  });

  test('a withdrawn question counts as no first reply, for the timer and for the report', async () => {
    const id = await scene.fileIn('in_progress');
    const replied = async () => {
      const { timers } = await scene.officer.call(getDeskComplaint, { params: { id } });
      const { reply, repliedAt, firstReplyAt, replyDueAt } = (await rowOf(api, id)).row;
      return { state: timers.find(({ kind }) => kind === 'reply')?.state, reply, repliedAt, firstReplyAt, replyDueAt };
    };
    const before = await replied();
    expect(before).toMatchObject({ state: 'running', replyDueAt: expect.any(Date), firstReplyAt: null });
    await take(scene.officer, id, 'ask', { text: 'When are you in?' });
    expect(await replied()).toMatchObject({ state: 'met', reply: 'When are you in?', firstReplyAt: expect.any(Date) });

    await take(scene.officer, id, 'withdrawQuestion', {});
    expect(await replied()).toEqual(before);

    await take(scene.officer, id, 'reply', { text: 'We are on our way.' });
    await take(scene.officer, id, 'ask', { text: 'Is the gate open?' });
    await take(scene.officer, id, 'withdrawQuestion', {});
    const reply = 'We are on our way.';
    expect(await replied()).toMatchObject({ state: 'met', firstReplyAt: expect.any(Date), reply });
  });

  test('an answer to a question withdrawn meanwhile is refused with its own message and changes nothing', async () => {
    const id = await scene.fileIn('awaiting_citizen');
    await take(scene.officer, id, 'withdrawQuestion', {});
    const before = await rowOf(api, id);

    const crossing = scene.citizen.call(answerComplaint, { body: { id, text: 'At noon' } });

    expect(await outcomeOf(crossing)).toMatchObject({ status: 409, message: /taken back/u });
    expect(await rowOf(api, id)).toEqual(before);
  });
});
