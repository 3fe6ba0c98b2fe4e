import {
  countDeskComplaints,
  type DeskComplaintSummary,
  getDeskComplaint,
  listDeskComplaints,
  states,
  submitComplaint,
} from '@baraza/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import { photo } from '../../../test/support/media.ts';
import type { Person } from '../../../test/support/people.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let other: Scene;
let oversight: Person;

beforeAll(async () => {
  scene = await createScene(api, 'two-person');
  other = await createScene(api);
  oversight = await api.staff('oversight');
  await other.fileIn('received', { title: 'A matter of others' });
});

const list = async (query: object = {}, by: Person = scene.officer) => by.call(listDeskComplaints, { query });
const titles = async (query: object = {}, by?: Person) => (await list(query, by)).items.map((it) => it.title);

/** Turns all pages. */
async function everything(query: object, by?: Person): Promise<DeskComplaintSummary[]> {
  const items: DeskComplaintSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...query, ...(cursor ? { cursor } : {}) }, by);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

describe('the queue', () => {
  let scene: Scene;
  const mine = (query: object = {}, by: Person = scene.officer) => titles(query, by);

  // On Monday at nine: two are overdue, one is due today, one rests, one is new.
  beforeAll(async () => {
    scene = await createScene(api);
    const at = async (days: number, work: () => Promise<unknown>) => {
      api.clock.advance(days * 86_400_000);
      await work();
      api.clock.advance(-days * 86_400_000);
    };
    await at(-35, () => scene.file({ title: 'Late and unassigned' }));
    await at(-30, () => scene.fileIn('in_progress', { title: 'Late and mine' }));
    await at(-20, () => scene.fileIn('awaiting_citizen', { title: 'With the citizen' }));
    await at(-4, () => scene.file({ title: 'Due today' }));
    await at(-10, () => scene.fileIn('resolved', { title: 'Solved' }));
    await at(-9, () => scene.fileIn('rejected', { title: 'Refused' }));
    await at(-8, () => scene.fileIn('withdrawn', { title: 'Withdrawn' }));
    const again = await scene.fileIn('resolved', { title: 'Once more' });
    await scene.act(scene.citizen, again, 'reopen');
    await at(1, () => scene.file({ title: 'Brand new', category: scene.categoryId }));
  });

  test('the queue lists open complaints by due date, paused ones last', async () => {
    expect(await mine()).toEqual([
      'Late and unassigned',
      'Late and mine',
      'Due today',
      'Once more',
      'Brand new',
      'With the citizen',
    ]);
  });

  test.each([
    [
      { sort: 'latest' },
      ['Brand new', 'Once more', 'Due today', 'With the citizen', 'Late and mine', 'Late and unassigned'],
    ],
    [{ sort: 'oldest', limit: 2 }, ['Late and unassigned', 'Late and mine']],
    [{ state: 'received', sort: 'oldest' }, ['Late and unassigned', 'Due today', 'Once more', 'Brand new']],
    [{ state: 'resolved' }, ['Solved']],
    [{ state: 'rejected,withdrawn' }, ['Withdrawn', 'Refused']],
    [{ state: 'awaiting_citizen,resolved', sort: 'oldest' }, ['With the citizen', 'Solved']],
    [{ assignee: 'me' }, ['Late and mine', 'With the citizen']],
    [{ assignee: 'none' }, ['Late and unassigned', 'Due today', 'Once more', 'Brand new']],
    [{ due: 'overdue' }, ['Late and unassigned', 'Late and mine']],
    [{ due: 'today' }, ['Due today']],
    [{ reopened: 'true' }, ['Once more']],
  ])('the queue filtered by %o lists only matching complaints', async (query, expected) => {
    expect(await mine(query)).toEqual(expected);
  });

  test('the queue can be filtered by colleague, category and jurisdiction', async () => {
    expect(await mine({ assignee: scene.officer.id }, scene.supervisor)).toEqual(['Late and mine', 'With the citizen']);
    expect(await mine({ assignee: scene.supervisor.id })).toEqual([]);
    expect(await mine({ category: scene.categoryId })).toHaveLength(6);
    expect(await mine({ category: crypto.randomUUID() })).toEqual([]);
    expect(await mine({ jurisdiction: crypto.randomUUID() })).toEqual([]);
  });

  test('the queue marks complaints with files', async () => {
    const own = await createScene(api);
    await own.file({ title: 'Words alone' });
    const form = own.fields({ title: 'With a photo' });
    await own.citizen.call(submitComplaint, { form, files: { files: [await photo()] } });

    const { items } = await list({}, own.officer);

    expect(items.toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
      { title: 'With a photo', hasFiles: true },
      { title: 'Words alone', hasFiles: false },
    ]);
  });

  test('complaints that look alike follow the first of them and fill one row of a page', async () => {
    const own = await createScene(api);
    const titles = ['Pipe burst in Mill Road', 'Bus stop has no roof', 'Burst pipe, Mill Road', 'Clinic is shut'];
    const last = { title: 'Mill Road pipe burst', identity: 'confidential' as const };
    for (const fields of [...titles.map((title) => ({ title })), last]) {
      await own.file(fields);
      api.clock.advance(1_000);
    }
    api.clock.advance(-5_000);
    const together = { together: 'true', sort: 'oldest' };
    const page = (query: object) => list({ ...together, ...query }, own.officer);

    const first = await page({ limit: 1 });
    const second = await page({ limit: 1, cursor: first.nextCursor });
    const all = await page({});

    const pipes = ['Pipe burst in Mill Road', 'Burst pipe, Mill Road', 'Mill Road pipe burst'];
    expect(first.items.map(({ title }) => title)).toEqual(pipes);
    // One account filed all; the confidential one must not be linked to it.
    expect(first.items.map(({ stack }) => stack)).toEqual(pipes.map(() => ({ leader: first.items[0]!.id, people: 2 })));
    expect(second.items.map(({ title, stack }) => [title, stack])).toEqual([['Bus stop has no roof', undefined]]);
    expect(all.items.map(({ title }) => title)).toEqual([...pipes, 'Bus stop has no roof', 'Clinic is shut']);
    expect(all.nextCursor).toBeNull();
  });

  test('the counts of the queue match its lists', async () => {
    const counts = await scene.officer.call(countDeskComplaints);
    expect(counts).toEqual({
      mine: 2,
      toAnswer: 0,
      followUp: 0,
      unassigned: 4,
      dueToday: 1,
      overdue: 2,
      withCitizen: 1,
      reopened: 1,
      open: 6,
      resolved: 1,
      offered: 0,
      undecided: 0,
      escalated: 0,
      toApprove: 0,
    });
    expect(await scene.supervisor.call(countDeskComplaints)).toEqual({ ...counts, mine: 0 });
  });

  test('the queue shows a complaint as overdue one moment after its last day', async () => {
    const begin = api.clock.now().getTime();
    api.clock.advance(Date.parse('2026-05-04T23:59:59.999Z') - begin);
    const late = await api.officer(scene.mdaId);
    expect(await mine({ due: 'today' }, late)).toEqual(['Due today']);
    expect(await late.call(countDeskComplaints)).toMatchObject({ dueToday: 1, overdue: 2 });
    api.clock.advance(1);
    expect(await mine({ due: 'today' }, late)).toEqual([]);
    expect(await mine({ due: 'overdue' }, late)).toContain('Due today');
    expect(await late.call(countDeskComplaints)).toMatchObject({ dueToday: 0, overdue: 3 });
    api.clock.advance(begin - api.clock.now().getTime());
  });

  test.each(['due', 'latest', 'oldest'])('pages of the queue in order %s miss and repeat nothing', async (sort) => {
    const all = states.join(',');
    for (const state of [undefined, all, 'resolved,rejected,withdrawn']) {
      const query = { sort, ...(state ? { state } : {}) };
      const whole = (await list(query, scene.officer)).items.map((it) => it.id);
      const turned = await everything({ ...query, limit: 1 }, scene.officer);
      expect(turned.map((it) => it.id)).toEqual(whole);
      expect(whole).toHaveLength({ undefined: 6, [all]: 9 }[String(state)] ?? 3);
    }
  });
});

describe('access at the desk', () => {
  test('an officer reads only complaints of their own MDA, whatever they request', async () => {
    await scene.file({ title: 'A matter of ours' });
    const all = states.join(',');
    const foreign = (await list({}, other.officer)).items[0];
    expect(foreign?.title).toBe('A matter of others');
    for (const query of [{}, { state: all }, { q: 'matter' }, { q: foreign?.trackingId }, { assignee: 'none' }]) {
      const found = await everything(query);
      expect(found.every((it) => it.mda.id === scene.mdaId)).toBe(true);
    }
    expect(await titles({ q: 'matter' })).toEqual(['A matter of ours']);
    expect(await titles({ q: foreign?.trackingId })).toEqual([]);
    const call = scene.officer.call(getDeskComplaint, { params: { id: foreign?.id ?? '' } });
    expect(await outcomeOf(call)).toMatchObject({ status: 404 });
  });

  test('oversight reads complaints of every MDA', async () => {
    const mdas = new Set((await everything({}, oversight)).map((it) => it.mda.id));
    expect(mdas).toContain(scene.mdaId);
    expect(mdas).toContain(other.mdaId);
    expect((await oversight.call(countDeskComplaints)).open).toBe((await everything({}, oversight)).length);
  });

  test.each(['administrator', 'citizen'] as const)(
    'a caller who is %s reads no complaint at the desk',
    async (role) => {
      const id = await scene.file();
      const person = role === 'citizen' ? scene.citizen : await api.staff(role);
      const refused = { status: 403, code: 'FORBIDDEN' };
      expect(await outcomeOf(person.call(listDeskComplaints))).toMatchObject(refused);
      expect(await outcomeOf(person.call(countDeskComplaints))).toMatchObject(refused);
      expect(await outcomeOf(person.call(getDeskComplaint, { params: { id } }))).toMatchObject(refused);
    },
  );
});

describe('searching', () => {
  let scene: Scene;
  let id: string;
  let trackingId: string;
  const find = (q: string) => titles({ q }, scene.officer);

  beforeAll(async () => {
    scene = await createScene(api);
    const citizen = await api.citizen({ firstName: 'Ngozi', lastName: 'Okonjo-Bello' });
    const given = {
      title: 'Broken water pipe',
      description: '<p>It floods the <b>footpath</b>.</p>',
      location: 'Station Square',
    };
    id = await scene.file(given, citizen);
    await scene.file({ title: 'Licence plate missing' });
    trackingId = (await scene.officer.call(getDeskComplaint, { params: { id } })).trackingId;
  });

  test('the desk’s search finds the tail of a tracking ID, with and without dashes', async () => {
    const plain = trackingId.replaceAll('-', '');
    const tails = [
      trackingId,
      trackingId.toLowerCase(),
      plain,
      plain.toLowerCase(),
      trackingId.slice(-6),
      trackingId.slice(-4),
    ];
    for (const tail of tails) expect(await find(tail)).toEqual(['Broken water pipe']);
    // The beginning of a tracking ID does not match.
    expect(await find('SDP-2')).toEqual([]);
  });

  test('the desk’s search finds words of title, text and place, the last one as a prefix', async () => {
    for (const q of ['broken', 'WATER pipe', 'pipe wat', 'footpa', 'station sq', 'floods foot']) {
      expect([q, ...(await find(q))]).toEqual([q, 'Broken water pipe']);
    }
    expect(await find('brok pipe')).toEqual([]);
  });

  test('the desk’s search finds the name of the citizen', async () => {
    for (const q of ['ngozi', 'Ngo', 'ngozi o', 'Ngozi O.']) expect(await find(q)).toEqual(['Broken water pipe']);
    // The result shows only the masked name.
    for (const q of ['Okonjo', 'ngozi okonjo', 'bello', 'Ngozi Okonjo-Bel']) expect(await find(q)).toEqual([]);
  });

  const odd = [
    ["'", "''", '"', '\\', '%', '_', '!', '&', '|', '( )', ':*', '<->', "' | 'a", 'a & !', '* *', '😀', 'ﷺ', '١٢٣٤'],
    ["x'; drop table complaint; --", '12:34', '-5', '1e400', 'https://a.example/?q=%', 'a@b.example', '\t', '%%%%'],
    ['x'.repeat(100)],
  ];

  test.each(odd.flat())('the desk’s search accepts %j', async (q) => {
    const found = await outcomeOf(list({ q }, scene.officer));
    expect(found).toBe('success');
  });

  test.each([
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ state: 'open' }, 'state'],
    [{ state: 'received,' }, 'state'],
    [{ assignee: 'you' }, 'assignee'],
    [{ due: 'tomorrow' }, 'due'],
    [{ sort: 'title' }, 'sort'],
    [{ limit: 101 }, 'limit'],
    [{ cursor: 'made-up' }, 'cursor'],
  ])('the desk’s list of complaints refuses the query %o', async (query, field) => {
    expect(await outcomeOf(list(query))).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
  });
});

describe('one complaint', () => {
  test('a complaint at the desk shows the citizen, the history with names and notes, and the allowed actions', async () => {
    api.clock.advance(60_000);
    const before = await scene.file();
    api.clock.advance(60_000);
    const id = await scene.fileIn('in_progress');
    await scene.act(scene.supervisor, id, 'note', { text: 'Ask the depot' });
    await other.file({}, scene.citizen);
    const details = await scene.officer.call(getDeskComplaint, { params: { id } });
    expect(details).toMatchObject({
      state: 'in_progress',
      version: 3,
      assignee: { id: scene.officer.id },
      citizen: { name: 'Ada O.', firstName: 'Ada', identity: null, identityRequests: [] },
      allowed: [
        'reply',
        'ask',
        'resolve',
        'proposeRejection',
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
        'offerTransfer',
        'merge',
        'requestIdentity',
        'recuse',
      ],
    });
    expect(JSON.stringify(details)).not.toContain(scene.citizen.email);
    expect(details.citizen.complaintsBefore).toBeGreaterThan(0);
    const earlier = await scene.officer.call(getDeskComplaint, { params: { id: before } });
    expect(details.citizen.complaintsBefore).toBe(earlier.citizen.complaintsBefore + 1);
    expect(details.history.map(({ id, action, visibility, text }) => [id, action, visibility, text])).toEqual([
      ['1', 'submit', 'public', null],
      ['2', 'start', 'public', null],
      ['3', 'note', 'internal', 'Ask the depot'],
    ]);
    expect(details.history[0]?.actor).toBe('Ada O.');
    expect(details.history.slice(1).every((it) => it.actor?.startsWith('Ada Obi'))).toBe(true);
    expect(details.history.map(({ actorId }) => actorId)).toEqual([undefined, scene.officer.id, scene.supervisor.id]);
  });

  test('oversight may only write notes and request, disclose or deny identities', async () => {
    const id = await scene.fileIn('in_progress');
    const { allowed } = await oversight.call(getDeskComplaint, { params: { id } });
    expect(allowed).toEqual([
      'note',
      'requestIdentity',
      'discloseIdentity',
      'denyIdentity',
      'recuse',
      'confirmRecusal',
      'liftRecusal',
    ]);
  });
});
