import { getReport, type QueryOf, states, takeSurvey, totalDeskComplaints } from '@baraza/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { putInUnit } from '../../../../test/support/units.ts';
import { failure } from '../../../../test/support/failure.ts';
import { downloadReport, exportQuery } from './export-report.ts';
import { reportQuery } from './report.store.ts';

const test = sharedTestApp({ now: '2026-01-05T09:00:00Z' });
let scene: Scene;
let oversight: Person;
let stranger: Person;
const day = 24 * 3_600_000;

beforeAll(async () => {
  scene = await createScene(test);
  oversight = await test.staff('oversight');
  stranger = await test.staff('supervisor', (await test.mda()).id);
});

/** Extends sessions, since the clock jumps over weeks here. */
const stayIn = () =>
  test.pool.query(`update session set last_used_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [
    test.clock.now(),
  ]);
async function report(by: Person, query: { from?: string; to?: string; mda?: string } = {}) {
  await stayIn();
  return by.call(getReport, { query });
}
const goTo = (instant: string) => test.clock.advance(Date.parse(instant) - test.clock.now().getTime());

/** Files a complaint, replies after some days and resolves it after some more. */
async function live(reply: number, resolve: number, rating?: number): Promise<string> {
  const id = await scene.file();
  await scene.act(scene.officer, id, 'start');
  test.clock.advance(reply * day);
  await scene.act(scene.officer, id, 'reply');
  test.clock.advance(resolve * day);
  await scene.act(scene.officer, id, 'resolve');
  if (rating !== undefined) await rate(id, rating);
  return id;
}
async function rate(complaint: string, rating: number): Promise<void> {
  await stayIn();
  await scene.citizen.call(takeSurvey, { body: { complaint, rating, description: 'So it was.' } });
}

/** Measures of a row with too few complaints. */
const unknown = { onTime: null, days: null };
const tooFew = {
  kept: { acknowledge: unknown, reply: unknown, resolve: unknown },
  confirmed: null,
  reopenRate: null,
  satisfaction: { mean: null, answers: null },
};

describe('a report', () => {
  it('a report counts complaints filed in its span by their present state', async () => {
    // Two in time, one very late.
    await live(1, 1, 5);
    await live(2, 4, 4);
    const late = await live(3, 60, 1);
    await scene.fileIn('received');
    await scene.fileIn('rejected');
    await scene.fileIn('withdrawn');
    const { total, officers, categories, mda } = await report(scene.supervisor);
    expect(mda?.id).toBe(scene.mdaId);
    expect(total).toEqual({
      received: 6,
      open: 1,
      late: 0,
      resolved: 3,
      rejected: 1,
      withdrawn: 1,
      reopened: 0,
      ...tooFew,
    });
    expect(categories).toEqual([{ id: scene.categoryId, name: expect.any(String), measures: total }]);
    expect(officers).toMatchObject([{ id: scene.officer.id, received: 3, resolved: 3, late: 0 }]);
    await scene.act(scene.citizen, late, 'reopen');
    const { from, to, total: later } = await report(scene.supervisor);
    expect(later).toMatchObject({ resolved: 2, reopened: 1, ...tooFew });
    const listed = async (query: QueryOf<typeof totalDeskComplaints>) =>
      (await scene.supervisor.call(totalDeskComplaints, { query: { filed: `${from}..${to}`, ...query } })).total;
    const known = states.filter((state) => state !== 'merged').join(',');
    expect(await Promise.all([listed({ state: known }), listed({}), listed({ state: 'resolved' })])).toEqual([
      later.received,
      later.open,
      later.resolved,
    ]);
    expect(await listed({ filed: '2020-01-01..2020-12-31', state: known })).toBe(0);
  });

  it('a report shows each measure of a line from five complaints on', async () => {
    await live(1, 1, 4);
    const few = { ...tooFew, kept: { reply: unknown, resolve: unknown } };
    expect((await report(scene.supervisor)).total).toMatchObject({ received: 7, resolved: 3, ...few });
    // Five got a reply, were rated and resolved; one of them is open again.
    await live(1, 1, 3);
    const some = await report(scene.supervisor);
    const measured = { reopenRate: 20, satisfaction: { mean: 3.4, answers: 5 } };
    expect(some.total).toMatchObject({ ...measured, kept: { reply: { onTime: 100, days: 1 }, resolve: unknown } });
    await live(3, 1);
    const all = await report(scene.supervisor);
    const kept = { reply: { days: 1.5 }, resolve: { onTime: 100, days: 2 } };
    expect(all.total).toMatchObject({ received: 9, resolved: 5, ...measured, reopenRate: 17, kept });
    expect(all.categories[0]?.measures).toEqual(all.total);
    // The re-opened one has no assignee now, and counts for the officer who had resolved it.
    expect(all.officers).toMatchObject([{ received: 6, resolved: 6, reopened: 1, reopenRate: 17 }]);
  });

  it('a report has a line for each month of the span, also empty ones', async () => {
    const { months, from, to } = await report(scene.supervisor, { from: '2026-01-05', to: '2026-02-28' });
    expect([from, to]).toEqual(['2026-01-05', '2026-02-28']);
    expect(months.map((it) => [it.month, it.received])).toEqual([
      ['2026-01', 3],
      ['2026-02', 0],
    ]);
  });

  it('a report includes the first and the last day, by UTC', async () => {
    goTo('2027-06-30T23:59:59.999Z');
    await scene.file({ incidentDate: '2027-06-30' });
    goTo('2027-07-01T00:00:00Z');
    await scene.file({ incidentDate: '2027-06-30' });
    const received = async (from: string, to: string) => (await report(scene.supervisor, { from, to })).total.received;
    expect(await received('2027-06-30', '2027-06-30')).toBe(1);
    expect(await received('2027-07-01', '2027-07-01')).toBe(1);
    expect(await received('2027-06-30', '2027-07-01')).toBe(2);
  });

  it('a report counts an open complaint as late once any timer is', async () => {
    const late = async () => {
      const span = { from: '2027-07-01', to: '2027-07-01' };
      return (await report(scene.supervisor, span)).total.late;
    };
    expect(await late()).toBe(0);
    test.clock.advance(6 * day);
    expect(await late()).toBe(1);
    test.clock.advance(-6 * day);
  });

  it('a report covers the last twelve months by default', async () => {
    expect(await report(scene.supervisor)).toMatchObject({ from: '2026-07-02', to: '2027-07-01' });
  });

  it('a report has no lines for future months', async () => {
    const months = async (from: string) =>
      (await report(scene.supervisor, { from, to: '2027-12-31' })).months.map((it) => it.month);
    expect(await months('2027-06-15')).toEqual(['2027-06', '2027-07']);
    expect(await months('2027-09-01')).toEqual(['2027-09']);
  });

  it.each([
    ['an end before the beginning', { from: '2026-02-02', to: '2026-02-01' }, 'to'],
    ['more than five years', { from: '2020-01-01', to: '2026-01-01' }, 'from'],
    ['a day that is none', { from: '2026-02-30' }, 'from'],
    ['a day before which the calendar ends', { to: '0001-01-01' }, 'to'],
    ['an MDA that is none', { mda: 'water' }, 'mda'],
  ])('a report with %s is refused', async (_, query, field) => {
    expect(await failure(report(oversight, query))).toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  });

  it('a report counts by unit once an MDA has one, with those of none', async () => {
    const span = { from: '2026-01-01', to: '2027-12-31' };
    const { total, units } = await report(scene.supervisor, span);
    expect(units).toEqual([]);
    const name = 'Northern branch';
    const unit = await putInUnit(test, scene.mdaId, [], { name });
    await test.pool.query('update complaint set unit_id = $1 where id = $2', [unit, await scene.file()]);
    expect((await report(scene.supervisor, span)).units).toMatchObject([
      { id: unit, name, measures: { received: 1, open: 1 } },
      { id: null, name: null, measures: { received: total.received } },
    ]);
  });

  it('a supervisor’s report covers their own MDA, whatever is requested; oversight chooses', async () => {
    const span = { from: '2026-01-01', to: '2027-12-31' };
    const own = await report(stranger, { ...span, mda: scene.mdaId });
    expect(own).toMatchObject({ mda: { id: stranger.caller.mdaId }, total: { received: 0 }, officers: [] });
    const one = await report(oversight, { ...span, mda: scene.mdaId });
    expect(one).toEqual(await report(scene.supervisor, span));
    const all = await report(oversight, span);
    expect(all).toMatchObject({ mda: null, officers: [], total: one.total });
    expect(await failure(report(oversight, { mda: crypto.randomUUID() }))).toMatchObject({ status: 404 });
    expect(await failure(report(scene.officer))).toMatchObject({ status: 403 });
  });
});

describe('the export', () => {
  it('the export of complaints refuses an impossible span before it starts its response', async () => {
    const answer = await fetchCsv(oversight, '?to=0001-01-01');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: { to: expect.any(String) } }]);
  });

  async function fetchCsv(by: Person, query = '') {
    await stayIn();
    await test.pool.query('update session set reauthenticated_at = $1', [test.clock.now()]);
    return test.app.inject({
      url: `/api/desk/report/export${query}`,
      headers: { authorization: `Bearer ${by.token}` },
    });
  }
  const span = '?from=2026-01-01&to=2027-12-31';

  it('the export in JSON Lines has the same rows, each an object, and is audited alike', async () => {
    const [lines, table] = [await fetchCsv(oversight, `${span}&format=jsonl`), await fetchCsv(oversight, span)];
    expect(lines.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="complaints-2026-01-01-to-2027-12-31.jsonl"',
    });
    const rows = lines.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const [heads = [], ...cells] = parse(table.body, { bom: true });
    expect(rows.map((row) => Object.keys(row))).toEqual(cells.map(() => heads));
    expect(rows.map((row) => row['Tracking ID'])).toEqual(cells.map(([id]) => id));
    expect(rows.map((row) => row['Round'])).toEqual(cells.map((cell) => Number(cell[heads.indexOf('Round')])));
    const entries = await auditedBy(test, oversight);
    expect(entries.filter(({ action }) => action === 'export.made')).toHaveLength(2);
    expect((await fetchCsv(oversight, `${span}&format=xlsx`)).statusCode).toBe(400);
  });

  it('the export has one line per complaint without its citizen, and is safe for spreadsheets', async () => {
    await scene.file({ title: '=HYPERLINK("http://bad.example")' });
    const answer = await fetchCsv(scene.supervisor, span);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="complaints-2026-01-01-to-2027-12-31.csv"',
    );
    const lines = answer.body.trim().split('\r\n');
    const { total } = await report(scene.supervisor, { from: '2026-01-01', to: '2027-12-31' });
    expect(lines).toHaveLength(1 + total.received);
    expect(answer.body).toContain(`"'=HYPERLINK(""http://bad.example"")"`);
    expect(answer.body).not.toContain(scene.citizen.email);
    // One line is one complaint, without measures of people and without ratings.
    expect(lines[0]?.replace(/^\uFEFF/u, '')).toBe(
      'Tracking ID,Title,MDA,Category,Jurisdiction,Area,Latitude,Longitude,Accuracy (m),Unit,Officer,Status,State,Outcome,Round,Submitted (UTC),Started (UTC),First reply (UTC),Resolved (UTC),Started on time,First reply on time,Resolved on time',
    );
    expect(lines.filter((line) => line.endsWith(',yes'))).toHaveLength(5);
    expect(await auditedBy(test, scene.supervisor)).toContainEqual(
      expect.objectContaining({
        action: 'export.made',
        objectId: scene.mdaId,
        detail: { what: 'report', from: '2026-01-01', to: '2027-12-31' },
      }),
    );
  });

  it('the export of complaints misses and repeats nothing, even at equal instants', async () => {
    const all = { readerId: scene.supervisor.id, mdaId: scene.mdaId, from: '2026-01-01', to: '2027-12-31' };
    const whole = (await (await downloadReport(test.services.db, all, test.clock.now())).stream.toArray()).join('');
    for (const size of [1, 2, 5]) {
      expect(
        (await (await downloadReport(test.services.db, all, test.clock.now(), { batch: size })).stream.toArray()).join(
          '',
        ),
      ).toBe(whole);
    }
  });

  it('a supervisor’s export covers their own MDA; oversight exports all', async () => {
    const foreign = await fetchCsv(stranger, `${span}&mda=${scene.mdaId}`);
    expect(foreign.body.trim().split('\r\n')).toHaveLength(1);
    expect((await fetchCsv(oversight, span)).body).toBe((await fetchCsv(scene.supervisor, span)).body);
    expect((await fetchCsv(scene.officer)).statusCode).toBe(403);
    expect((await fetchCsv(oversight, '?from=x')).statusCode).toBe(400);
  });
});

describe('the queries', () => {
  beforeAll(async () => {
    // Ten years of two other MDAs, so that an index pays off for a month of one.
    const [few, many] = [stranger.caller.mdaId, (await test.mda()).id];
    const citizen = (n: string) => sql.raw(`('c0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`);
    await test.services.db.execute(sql`insert into account (id, role, email, first_name, last_name, created_at)
      select ${citizen('n')}, 'citizen', 'c' || n || '@mail.example', 'Ada', 'Obi', now() from generate_series(0, 499) n`);
    await test.services.db.execute(sql`insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, title,
        description, description_text, location, incident_date, state, version, submitted_at, updated_at)
      select gen_random_uuid(), 'SDP-20-' || lpad(n::text, 6, '0'), ${citizen('n % 500')},
        case when n % 20 = 0 then ${few}::uuid else ${many}::uuid end, ${scene.categoryId},
        'Old', 'x', 'x', 'Here', '2016-01-01', 'rejected', 1, at, at
      from generate_series(1, 8000) n, lateral (select timestamptz '2016-01-01' + n * interval '11 hours' as at) it`);
    await test.services.db.execute(sql`vacuum analyze`);
  });

  it.each([
    ['of one MDA', () => stranger.caller.mdaId, 'complaint_mda_submitted'],
    ['of all MDAs', () => null, 'complaint_submitted'],
  ])('the query of %s reads a range of an index', async (_, mdaId, index) => {
    const span = { readerId: scene.supervisor.id, mdaId: mdaId(), from: '2018-03-01', to: '2018-04-30' };
    const now = test.clock.now();
    for (const query of [reportQuery(span, now), exportQuery(span, now, 1_000, undefined)]) {
      const { rows } = await test.services.db.execute(sql`explain ${query}`);
      const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan on complaint/u);
    }
  });
});
