import { getMdaStats, getMdaSummary, listContacts, listJurisdictions, listMdas, message } from '@baraza/contract';
import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import { underTen } from '@baraza/contract/numbers/round-counts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import type { Person } from '../../../../test/support/people.ts';
import { insertMonth } from '../../public/numbers/numbers.store.ts';

let api: TestApp;
let citizen: Person;

beforeAll(async () => {
  api = await createTestApp();
  citizen = await api.citizen();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.services.db.execute(sql`truncate mda_monthly_stats, committee_member`);
  await api.services.db.execute(sql`update mda set active = false`);
});

/** Inserts volumes as rows of one month. */
async function count(mdaId: string, month: string, ...rows: [total: number, resolved: number][]): Promise<void> {
  for (const [total, resolved] of rows) {
    await api.services.db.execute(
      sql`insert into mda_monthly_stats (mda_id, month, total, resolved) values (${mdaId}, ${month}, ${total}, ${resolved})`,
    );
  }
}

async function addMember(mdaId: string, name: string, position: number): Promise<void> {
  await api.services.db.execute(
    sql`insert into committee_member (id, mda_id, name, phone, email, position)
      values (gen_random_uuid(), ${mdaId}, ${name}, '+000 1', ${`${name}@mail.example`}, ${position})`,
  );
}

describe('the list', () => {
  test('the list of MDAs has the active ones in order, with committees and use of jurisdictions', async () => {
    const water = await api.mda({ name: 'Water Works', jurisdictions: ['North'] });
    const lands = await api.mda({ name: 'Land Office' });
    const closed = await api.mda({ name: 'Closed Office' });
    await api.services.db.execute(sql`update mda set active = false where id = ${closed.id}`);
    await addMember(water.id, 'Zoe', 1);
    await addMember(water.id, 'Adam', 2);

    const mdas = await citizen.call(listMdas);
    expect(mdas.map((it) => [it.id, it.name, it.logo, it.isJurisdictionAllowed])).toEqual([
      [lands.id, 'Land Office', null, 0],
      [water.id, 'Water Works', null, 1],
    ]);
    const memberOf = (name: string) => ({
      id: expect.any(String),
      name,
      phone: '+000 1',
      email: `${name}@mail.example`,
    });
    expect(mdas.map((it) => it.committee)).toEqual([[], [memberOf('Zoe'), memberOf('Adam')]]);
    const officer = await api.officer(water.id);
    expect(await officer.call(listMdas)).toHaveLength(2);
  });

  test('the list of contacts is open to citizens, and includes MDAs without a committee', async () => {
    const water = await api.mda({ name: 'Contact Water' });
    const lands = await api.mda({ name: 'Contact Lands' });
    await addMember(water.id, 'Zoe', 0);

    expect(await citizen.call(listContacts)).toEqual([
      { id: lands.id, name: null, phone: null, email: null, mda: 'Contact Lands' },
      { id: expect.any(String), name: 'Zoe', phone: '+000 1', email: 'Zoe@mail.example', mda: 'Contact Water' },
    ]);
    const officer = await api.officer(water.id);
    await expect(officer.call(listContacts)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

test('statistics of MDAs sum up all months and rank by the share resolved', async () => {
  const [good, poor, idle] = [
    await api.mda({ name: 'Good' }),
    await api.mda({ name: 'Poor' }),
    await api.mda({ name: 'Idle' }),
  ];
  await count(good.id, '2026-01-01', [2, 2], [1, 0]);
  await count(good.id, '2025-12-01', [7, 7]);
  await count(poor.id, '2026-01-01', [5, 1]);

  const stats = await citizen.call(getMdaStats);
  expect(stats.mdaStats.map((it) => [it.mdas_name, it.totalComplaints, it.resolvedComplaints])).toEqual([
    ['Good', 10, 9],
    ['Idle', 0, 0],
    ['Poor', 5, 1],
  ]);
  expect(stats.mdaStats[1]).toMatchObject({ mdas_id: idle.id, mdas_logoUrl: null, mdas_isJurisdictionAllowed: 0 });
  expect(stats.top3MDAs.map((it) => it.mdas_name)).toEqual(['Good', 'Poor']);
  expect(stats.lowest3MDAs).toEqual([]);
});

test('confirmed rates of MDAs are those of the newest published month, without later answers', async () => {
  const water = await api.mda({ name: 'Told Water' });
  await api.mda({ name: 'Told Roads' });
  const agency = (name: string, yes: number) => ({ name, resolved: 65, answers: { yes, no: 10 } });
  const publish = (month: string, yes: number) =>
    insertMonth(
      api.services.db,
      {
        month,
        publishedAt: `${month}-05T00:00:00Z`,
        agencies: [agency('Told Water', yes), agency('Told Roads', underTen)],
      } as MonthNumbers,
      false,
    );
  const confirmed = async () => {
    const { mdaStats } = await citizen.call(getMdaStats);
    return Object.fromEntries(mdaStats.map((it) => [it.mdas_name, it.confirmed]));
  };
  expect(await confirmed()).toEqual({ 'Told Water': null, 'Told Roads': null });

  await publish('2025-12', 40);
  await publish('2026-01', 30);
  const told = { month: '2026-01', answered: 40, rate: 75, worst: 46, best: 85 };
  expect(await confirmed()).toEqual({ 'Told Water': told, 'Told Roads': null });

  await count(water.id, '2026-01-01', [90, 80]);
  expect(await confirmed()).toMatchObject({ 'Told Water': told });
});

test('citizens see only the volumes of an MDA, without categories, days and people', async () => {
  const water = await api.mda({ name: 'Volumes Water' });
  const { mdaStats, ...best } = await citizen.call(getMdaStats);
  const volumes = ['mdas_id', 'mdas_name', 'mdas_logoUrl', 'mdas_isJurisdictionAllowed'];
  const counts = ['totalComplaints', 'resolvedComplaints', 'confirmed'];
  for (const line of mdaStats) expect(Object.keys(line)).toEqual([...volumes, ...counts]);
  for (const line of [...best.top3MDAs, ...best.lowest3MDAs]) {
    expect(Object.keys(line)).toEqual([...volumes, ...counts, 'standsOut']);
  }
  expect(Object.keys(best)).toEqual(['top3MDAs', 'lowest3MDAs']);
  const { monthlyComplaints, ...summary } = await citizen.call(getMdaSummary, { params: { id: water.id } });
  expect(Object.keys(summary)).toEqual(['mda', 'year', 'totalReports', 'resolvedReports', 'unResolvedReports']);
  for (const month of monthlyComplaints) {
    expect(Object.keys(month)).toEqual(['month', 'totalComplaints', 'resolvedComplaints']);
  }
});

describe('the jurisdictions of an MDA', () => {
  test('an MDA lists its active jurisdictions in order', async () => {
    const water = await api.mda({ name: 'Juris Water', jurisdictions: ['West', 'East', 'Gone'] });
    await api.mda({ name: 'Juris Roads', jurisdictions: ['Elsewhere'] });
    await api.services.db.execute(sql`update jurisdiction set active = false where name = 'Gone'`);
    const [east, west] = await citizen.call(listJurisdictions, { params: { id: water.id } });
    expect([east, west]).toEqual([
      { id: water.jurisdictionIds[1], jurisdiction: { name: 'East' } },
      { id: water.jurisdictionIds[0], jurisdiction: { name: 'West' } },
    ]);
  });

  test('the jurisdictions of an unknown or closed MDA get 404', async () => {
    const closed = await api.mda({ name: 'Juris Closed', jurisdictions: ['A'] });
    await api.services.db.execute(sql`update mda set active = false where id = ${closed.id}`);
    for (const id of [closed.id, crypto.randomUUID()]) {
      await expect(citizen.call(listJurisdictions, { params: { id } })).rejects.toMatchObject({ status: 404 });
    }
    await expect(citizen.call(listJurisdictions, { params: { id: '1' } })).rejects.toMatchObject({
      status: 400,
      fields: { id: message.invalid },
    });
  });
});

describe('the monthly report', () => {
  test('the monthly report has twelve months, of this year by default', async () => {
    const year = api.clock.now().getUTCFullYear();
    const water = await api.mda({ name: 'Report Water' });
    await count(water.id, `${year}-01-01`, [3, 1], [1, 1]);
    await count(water.id, `${year}-12-01`, [2, 0]);
    await count(water.id, `${year - 1}-12-01`, [50, 50]);
    await count(water.id, `${year + 1}-01-01`, [70, 70]);

    const report = await citizen.call(getMdaSummary, { params: { id: water.id } });
    expect(report).toMatchObject({
      mda: { id: water.id, name: 'Report Water' },
      year,
      totalReports: 6,
      resolvedReports: 2,
      unResolvedReports: 4,
    });
    expect(report.monthlyComplaints.map((it) => it.month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(report.monthlyComplaints[0]).toEqual({ month: 1, totalComplaints: 4, resolvedComplaints: 2 });
    expect(report.monthlyComplaints[5]).toEqual({ month: 6, totalComplaints: 0, resolvedComplaints: 0 });

    const before = await citizen.call(getMdaSummary, { params: { id: water.id }, query: { year: year - 1 } });
    expect(before).toMatchObject({ year: year - 1, totalReports: 50 });
  });

  test.each(['1999', '2101', '20x6', '2026.5', '-1'])('the monthly report of the year %s is refused', async (year) => {
    const water = await api.mda({ name: `Report Year ${year}` });
    const asked = citizen.call(getMdaSummary, { params: { id: water.id }, query: { year } });
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  test('the monthly report of an unknown MDA gets 404', async () => {
    const asked = citizen.call(getMdaSummary, { params: { id: crypto.randomUUID() } });
    await expect(asked).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});
