import { submitComplaint } from '@baraza/contract';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { createScene } from '../../test/support/complaints.ts';
import { warningsOfClock } from './check-clock.ts';
import { manualClock } from '../../test/support/manual-clock.ts';

const api = sharedTestApp();
let newest: number;

const day = 24 * 3_600_000;
/** What is said when this computer shows the present, and so many milliseconds besides. */
const said = (off: number) => warningsOfClock({ db: api.services.db, clock: manualClock(new Date(Date.now() + off)) });

test('an empty database has nothing to say but what its own clock shows', async () => {
  expect(await said(0)).toEqual([]);
  expect(await said(-30_000)).toEqual([]);
  expect(await said(3_600_000)).toEqual([
    'Warning: the clock of this computer is 60 minutes ahead of the clock of the database. Set both.',
  ]);
  expect(await said(-365 * day)).toEqual([
    'Warning: the clock of this computer is 365 days behind the clock of the database. Set both.',
  ]);
});

test('what was written last tells of a clock that is far off', async () => {
  const scene = await createScene(api);
  await scene.citizen.call(submitComplaint, { form: scene.fields() });
  const { rows } = await api.pool.query<{ at: Date }>('select max(submitted_at) as at from complaint');
  newest = rows[0]?.at.getTime() ?? Number.NaN;
  const at = async (moment: number) => (await said(moment - Date.now())).filter((line) => line.includes('newest'));
  expect(await at(newest)).toEqual([]);
  expect(await at(newest - day + 60_000)).toEqual([]);
  expect(await at(newest + 89 * day)).toEqual([]);
  expect(await at(newest - 365 * day)).toEqual([
    expect.stringMatching(/^Warning: the newest entry in the database is 365 days ahead of the clock of this computer/),
  ]);
  expect(await at(newest + 365 * day)).toEqual([
    expect.stringMatching(/^Warning: the newest entry in the database is 365 days old\. If somebody was here since/),
  ]);
});
