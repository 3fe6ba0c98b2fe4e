import {
  countDeskComplaints,
  type DeskCounts,
  type Endpoint,
  getReport,
  listAudit,
  listDeskComplaints,
  totalDeskComplaints,
  listDeskFeedback,
  listMdaStaff,
  states,
} from '@baraza/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeskQuery } from '../../src/features/complaint/read/complaint.desk.store.ts';
import { audit, file, session } from '../../src/db/schema/tables.ts';
import { createTestApp, type Person, type TestApp } from '../support/server/app.ts';
import { hasWords, inOrder, isAskedFor, isAskedForFeedback, isFor } from './list-model.ts';
import { createListWorld, type ListWorld, present, words } from './list-world.ts';

/*
 * Compares the lists of the desk, over all pages, with a model that filters and sorts every row by itself; no row of another
 * MDA may appear. `LIST_RUNS=5000` for a long night.
 */

const runs = Number(process.env['LIST_RUNS'] ?? 60);
/** Fixed, so that each run repeats the same queries; differs by kind of database. */
const seed = Number(process.env['LIST_SEED'] ?? (process.env['TEST_DATABASE'] === 'server' ? 2 : 1));

let api: TestApp;
let world: ListWorld;
beforeAll(async () => {
  const plenty = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: present, rates: { session: plenty, network: plenty } });
  world = await createListWorld(api, seed);
});
afterAll(() => api.close());

/** Generates one of these values now and then, so that most lists are not empty. */
const rarely = <T>(...values: readonly T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const pageSize = fc.constantFrom(7, 20, 100);

const someWords = fc
  .array(fc.constantFrom(...words, 'Ngozi', 'KOFI', 'mensah', 'm', 'nothing'), { minLength: 1, maxLength: 2 })
  .chain((it) => fc.constantFrom(it.join(' '), it.join(' & ').slice(0, -2), it.join('-')));
const someTail = fc
  .tuple(fc.nat(39), fc.constantFrom('QA', 'QC', 'RA'), fc.constantFrom(-4, -6, 0))
  .chain(([number, series, from]) => {
    const whole = `SDP-26-${series}${7_000 + number}`;
    return fc.constantFrom(whole.slice(from), whole.slice(from).toLowerCase(), whole.slice(from).replaceAll('-', ''));
  });
const search = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: someWords },
  { weight: 1, arbitrary: someTail },
);
const someStates = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant(states.join(',')) },
  { weight: 2, arbitrary: fc.shuffledSubarray([...states], { minLength: 1 }).map((it) => it.join(',')) },
);

/** Reads the ids of all pages. */
async function everything(person: Person, endpoint: Endpoint, query: object): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const input = { query: { ...query, ...(cursor && { cursor }) } };
    const page = (await person.call(endpoint, input)) as unknown as {
      items: { id: string }[];
      nextCursor: string | null;
    };
    found.push(...page.items.map((it) => it.id));
    cursor = page.nextCursor;
  }
  return found;
}

/** Counts the lists compared, so that a property over empty lists fails. */
function tally() {
  const seen = { full: 0, foreign: 0, paged: 0 };
  return {
    note(found: readonly string[], foreign: number, limit: number) {
      if (found.length > 0) seen.full += 1;
      if (foreign > 0) seen.foreign += 1;
      if (found.length > limit) seen.paged += 1;
    },
    seen,
  };
}

describe('the complaints of the desk', () => {
  const asked = () =>
    fc.record({
      who: fc.constantFrom('officer', 'supervisor', 'other', 'neighbour', 'oversight'),
      query: fc.record({
        state: someStates,
        assignee: rarely('me', 'none', world.readers.officer.id, `none,me,${world.readers.other.id}`),
        due: rarely('today', 'overdue'),
        transfer: rarely('offered', 'undecided'),
        escalated: rarely('true'),
        reopened: rarely('true'),
        answer: rarely('wanted'),
        priority: rarely('high', 'high,emergency'),
        unit: rarely(...world.units, 'none'),
        tag: rarely('flood', 'crew 7,none'),
        followUp: rarely('due'),
        approval: rarely('wanted'),
        category: rarely(...world.categories, world.categories.slice(0, 2).join(',')),
        jurisdiction: rarely(...world.jurisdictions, world.jurisdictions.slice(0, 2).join(',')),
        area: rarely('A', 'A-1', 'B', 'A-1,B'),
        mda: rarely(...world.mdas, world.mdas.slice(1).join(',')),
        q: search,
        sort: fc.constantFrom('due', 'latest', 'oldest'),
        together: rarely('true'),
        limit: pageSize,
      }),
    });

  test(
    `${runs} lists of the desk, and their totals, hold exactly the reader’s matching complaints`,
    { timeout: 10 * 60_000 },
    async () => {
      const { note, seen } = tally();
      const property = fc.asyncProperty(asked(), async ({ who, query: wanted }) => {
        const query = wanted as Partial<DeskQuery> & { limit: number };
        const reader = world.readers[who as keyof ListWorld['readers']];
        const all = world.complaints.filter((row) => isAskedFor(reader, query, row, world.supervisors));
        const own = all.filter((row) => isFor(reader, query, row)).toSorted(inOrder(query));
        const found = await everything(reader, listDeskComplaints, query);
        // Complaints that look alike stand together: not in the order of the list.
        const inAnyOrder = (ids: readonly string[]) => (query.together ? ids.toSorted() : ids);
        expect(inAnyOrder(found)).toEqual(inAnyOrder(own.map((it) => it.id)));
        const { sort: _, limit: __, together: ___, ...filter } = query as typeof query & { sort: string };
        expect(await reader.call(totalDeskComplaints, { query: filter })).toEqual({ total: own.length });
        note(found, all.length - own.length, query.limit);
      });
      await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
      expect(seen.full).toBeGreaterThan(runs / 4);
      expect(seen.foreign).toBeGreaterThan(runs / 4);
      expect(seen.paged).toBeGreaterThan(runs / 20);
    },
  );

  const queues: Record<keyof DeskCounts, Partial<DeskQuery>> = {
    mine: { assignee: 'me' },
    followUp: { assignee: 'me', followUp: 'due' },
    toAnswer: { assignee: 'me', answer: 'wanted' },
    unassigned: { assignee: 'none' },
    dueToday: { due: 'today' },
    overdue: { due: 'overdue' },
    withCitizen: { state: 'awaiting_citizen' },
    reopened: { reopened: 'true' },
    open: {},
    resolved: { state: 'resolved' },
    offered: { transfer: 'offered' },
    undecided: { transfer: 'undecided' },
    escalated: { escalated: 'true' },
    toApprove: { approval: 'wanted', state: states.join(',') },
  };

  test.each(['officer', 'supervisor', 'other', 'neighbour', 'oversight'] as const)(
    'each queue count of the %s equals the length of the queue',
    async (who) => {
      const reader = world.readers[who];
      const lengths = Object.entries(queues).map(([queue, query]) => [
        queue,
        world.complaints.filter((row) => isFor(reader, query, row) && isAskedFor(reader, query, row, world.supervisors))
          .length,
      ]);
      expect(await reader.call(countDeskComplaints)).toEqual(Object.fromEntries(lengths));
    },
  );
});

test('a report, its export and the workloads of staff count only complaints visible to the reader', async () => {
  const { readers, complaints } = world;
  const span = { from: '2026-01-01', to: '2026-12-31' };
  await api.services.db.update(session).set({ reauthenticatedAt: api.clock.now() });
  for (const who of ['supervisor', 'other', 'oversight'] as const) {
    const reader = readers[who];
    const own = complaints.filter((row) => isFor(reader, {}, row));
    const counted = own.filter((row) => row.state !== 'merged');
    expect(counted.length).toBeLessThan(
      complaints.filter((row) => row.state !== 'merged' && (who === 'oversight' || row.mdaId === reader.caller.mdaId))
        .length,
    );
    const report = await reader.call(getReport, { query: span });
    const inState = (...wanted: string[]) => counted.filter((row) => wanted.includes(row.state)).length;
    expect(report.total).toMatchObject({
      received: counted.length,
      resolved: inState('resolved'),
      rejected: inState('rejected'),
      withdrawn: inState('withdrawn'),
      reopened: counted.filter((row) => (row.cycle ?? 0) > 1).length,
    });
    const sum = (of: readonly { measures: { received: number } }[]) =>
      of.reduce((all, it) => all + it.measures.received, 0);
    expect(sum(report.categories)).toBe(counted.length);
    const csv = await api.app.inject({
      url: `/api/desk/report/export?${new URLSearchParams(span).toString()}`,
      headers: { authorization: `Bearer ${reader.token}` },
    });
    const named = csv.body.match(/SDP-26-Q[A-Z]\d{4}/gu) ?? [];
    expect(named.toSorted()).toEqual(counted.map((it) => it.trackingId).toSorted());
    if (who === 'oversight') continue;
    const { staff, unassigned } = await reader.call(listMdaStaff);
    const lies = own.filter((row) => isAskedFor(reader, {}, row, world.supervisors));
    expect(unassigned).toBe(lies.filter((row) => row.assigneeId === null).length);
    const carried = staff.reduce((all, it) => all + it.openComplaints, 0);
    expect(carried).toBe(lies.filter((row) => row.assigneeId !== null).length);
  }
});

test(
  'the feedback list of the desk holds exactly the matching feedback, newest first',
  { timeout: 10 * 60_000 },
  async () => {
    const { note, seen } = tally();
    const asked = fc.record({
      who: fc.constantFrom('oversight' as const, 'admin' as const),
      query: fc.record({
        status: rarely('Pending', 'Replied'),
        category: rarely(...world.categories),
        q: search,
        limit: pageSize,
      }),
    });
    const newest = world.feedbacks.toSorted((one, two) =>
      one.createdAt.getTime() === two.createdAt.getTime()
        ? one.id < two.id
          ? 1
          : -1
        : two.createdAt.getTime() - one.createdAt.getTime(),
    );
    const property = fc.asyncProperty(asked, async ({ who, query }) => {
      const found = await everything(world.readers[who], listDeskFeedback, query);
      expect(found).toEqual(newest.filter((row) => isAskedForFeedback(query, row)).map((it) => it.id));
      note(found, 0, query.limit);
    });
    await fc.assert(property, { numRuns: runs / 4, seed, endOnFailure: true });
    expect(seen.full).toBeGreaterThan(runs / 16);
  },
);

test(
  'the audit trail holds exactly the matching entries, newest first, for supervisors those of their MDA',
  { timeout: 10 * 60_000 },
  async () => {
    const { note, seen } = tally();
    const { readers, complaints, mdas } = world;
    type Row = typeof audit.$inferSelect;
    let lists = 0;
    const names = { officer: readers.officer, supervisor: readers.supervisor, other: readers.other };
    const files = await api.services.db.select({ id: file.id, complaintId: file.complaintId }).from(file);
    const rows = (await api.services.db.select().from(audit)).toSorted((one, two) =>
      one.at.getTime() === two.at.getTime() ? (one.id < two.id ? 1 : -1) : two.at.getTime() - one.at.getTime(),
    );
    const shown = new Set(rows.flatMap((row) => String(row.detail?.['shown'] ?? '').split(', ')));
    const listed = complaints.filter((it) => shown.has(it.trackingId)).slice(0, 20);
    const asked = fc.record({
      who: fc.constantFrom('supervisor' as const, 'other' as const, 'oversight' as const, 'admin' as const),
      query: fc.record({
        actor: rarely(readers.officer.id, readers.other.id, mdas[0] ?? ''),
        who: rarely(...Object.values(names).map((it) => it.email), 'ada', 'obi', 'nobody'),
        group: rarely('complaint', 'staff', 'account'),
        outcome: rarely('done', 'refused'),
        object: rarely(
          ...[...listed, ...complaints.slice(0, 20)].flatMap((it) => [it.id, it.trackingId.toLowerCase()]),
        ),
        from: rarely('2026-05-02', '2026-05-03'),
        to: rarely('2026-05-01', '2026-05-02'),
        limit: pageSize,
      }),
    });
    // Everybody of the staff of a test is called Ada Obi and a number.
    const isCalled = (id: string | null, who: string) =>
      Object.values(readers).some((it) => it.id === id && (it.email === who || hasWords('Ada Obi', who)));
    const property = fc.asyncProperty(asked, async ({ who, query }) => {
      const reader = readers[who];
      const { actor, who: called, group, outcome, object, from, to } = query;
      const day = (at: Date) => at.toISOString().slice(0, 10);
      const kept = complaints.filter((it) => it.recusedStaff?.includes(reader.id));
      const isKept = (row: Row) => kept.some((it) => it.id === row.objectId || it.trackingId === row.objectLabel);
      const shownIn = (row: Row) => String(row.detail?.['shown']).split(', ');
      const isListOfRecused = (row: Row) =>
        row.action === 'complaint.listed' && shownIn(row).every((name) => kept.some((it) => it.trackingId === name));
      const mayRead = (row: Row) =>
        (reader.caller.role !== 'supervisor' || row.mdaId === reader.caller.mdaId) &&
        !isKept(row) &&
        !isListOfRecused(row) &&
        // A search by a complaint hidden from the reader finds nothing.
        !(object !== undefined && kept.some((it) => it.id === object || it.trackingId.toLowerCase() === object));
      const about = complaints.find((it) => it.id === object || it.trackingId.toLowerCase() === object);
      const ids = new Set([about?.id, ...files.filter((it) => it.complaintId === about?.id).map((it) => it.id)]);
      const all = rows.filter((row) =>
        [
          actor === undefined || row.actorId === actor,
          called === undefined || isCalled(row.actorId, called),
          group === undefined || row.action.startsWith(`${group}.`),
          outcome === undefined || row.outcome === outcome,
          object === undefined ||
            ids.has(row.objectId ?? '') ||
            row.objectLabel === about?.trackingId ||
            (row.action === 'complaint.listed' &&
              String(row.detail?.['shown'])
                .split(', ')
                .includes(about?.trackingId ?? '')),
          from === undefined || day(row.at) >= from,
          to === undefined || day(row.at) <= to,
        ].every(Boolean),
      );
      const own = all.filter(mayRead);
      if (own.some((row) => object && row.action === 'complaint.listed')) lists += 1;
      const found = await everything(reader, listAudit, query);
      expect(found).toEqual(own.map((it) => it.id));
      note(found, all.length - own.length, query.limit);
    });
    await fc.assert(property, { numRuns: runs / 2, seed, endOnFailure: true });
    expect(seen.full).toBeGreaterThan(runs / 12);
    expect(seen.foreign).toBeGreaterThan(runs / 12);
    expect(lists).toBeGreaterThan(0);
  },
);
