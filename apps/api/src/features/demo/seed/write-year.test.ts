import { states } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../../test/support/server/app.ts';
import { verifyHistory } from '../../complaint/record/verify-history.ts';
import { seedReferenceData } from '../../office/category/reference-data.ts';
import { seedDemo } from './demo.ts';
import { planYear, writeYear } from './write-year.ts';

test('the complaints of a year differ from each other, in five languages', () => {
  const year = writeYear(planYear(1_500), new Date('2026-11-29T09:00:00Z'));
  expect(new Set(year.map((it) => it.title + it.description + it.location)).size).toBeGreaterThan(1_450);
  const counts = Map.groupBy(year, (it) => it.language);
  expect([...counts.keys()].toSorted()).toEqual(['ar', 'en', 'fr', 'ha', 'sw']);
  for (const written of counts.values()) expect(written.length).toBeGreaterThan(75);
});

test(
  'a whole year has a burst, a known issue, appeals and numbers of each month',
  { timeout: 120_000, tags: 'full' },
  async () => {
    const other = await createTestApp({ environment: { DEMO_COMPLAINTS: '1500' } });
    try {
      await seedReferenceData(other.services);
      await seedDemo(other.services);
      const faults: string[] = [];
      expect(await verifyHistory(other.services.db, (line) => faults.push(line))).toMatchObject({ complaints: 1_518 });
      expect(faults).toEqual([]);
      const { rows } = await other.services.db.execute(sql`select (select count(*)::int from burst) as bursts,
      (select count(*)::int from known_issue_complaint) as gathered, (select count(*)::int from public_numbers) as months,
      (select count(distinct state)::int from complaint) as states,
      (select count(*)::int from complaint where next_reminder_at < now()) as forgotten`);
      expect(rows[0]).toEqual({
        bursts: 1,
        gathered: 26,
        months: expect.toSatisfy((it: number) => it >= 11),
        states: states.length,
        forgotten: 0,
      });
    } finally {
      await other.close();
    }
  },
);
