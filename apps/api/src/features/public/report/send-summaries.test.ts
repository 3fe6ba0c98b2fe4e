import { emailTopics, totalDeskComplaints, updateMailTimes } from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { processSlaReminders } from '../../engagement/process-sla-reminders.ts';
import { sendSummaries } from './send-summaries.ts';

// A Wednesday.
const start = '2026-05-06T10:00:00Z';
const api = sharedTestApp({ now: start });
const at = (time: string) => api.clock.advance(Date.parse(time) - api.clock.now().getTime());
const stayIn = () =>
  api.pool.query(`update session set last_used_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [
    api.clock.now(),
  ]);

let scene: Scene;
beforeEach(async () => {
  at(start);
  scene = await createScene(api);
});

const summariesTo = async ({ email }: Person) =>
  (await api.outbox()).filter(({ to, subject }) => to === email && subject.startsWith('Last week: '));

test('a supervisor gets one summary on Monday morning, and each number leads to its list', async () => {
  const oversight = await api.staff('oversight');
  const old = await scene.file();
  await scene.act(scene.officer, old, 'start');
  at('2026-06-08T10:00:00Z');
  await stayIn();
  await processSlaReminders(api.services);
  for (let count = 0; count < 2; count += 1) {
    const id = await scene.file();
    await scene.act(scene.officer, id, 'start');
    await scene.act(scene.officer, id, 'resolve');
  }
  at('2026-06-15T06:59:00Z');
  await sendSummaries(api.services);
  const before = (await summariesTo(scene.supervisor)).length;

  at('2026-06-15T07:01:00Z');
  await Promise.all([sendSummaries(api.services), sendSummaries(api.services)]);
  await sendSummaries(api.services);

  const mails = (await summariesTo(scene.supervisor)).slice(before);
  expect(mails.map(({ subject }) => subject)).toEqual(['Last week: 2 received, 2 resolved, 1 became late']);
  const text = mails[0]?.text ?? '';
  expect(text).toContain(`Open for the longest time: ${(await rowOf(api, old)).row.trackingId}, since 2026-05-06`);
  await stayIn();
  const queries = [...text.matchAll(/received\?(\S+)/gu)].map(([, query]) =>
    Object.fromEntries(new URLSearchParams(query)),
  );
  const totals = await Promise.all(
    queries.map((query) =>
      scene.supervisor.call(totalDeskComplaints, { query: { state: 'received,in_progress,resolved', ...query } }),
    ),
  );
  expect(totals.map(({ total }) => total)).toEqual([2, 2, 1]);
  expect((await summariesTo(oversight)).length).toBeGreaterThan(0);
  expect(await summariesTo(scene.officer)).toEqual([]);
});

test('a supervisor who switched the summary off, or whose MDA has nothing to tell, gets none', async () => {
  const quiet = await api.staff('supervisor', (await api.mda()).id);
  await scene.file();
  await scene.supervisor.call(updateMailTimes, { body: { ...emailTopics, summary: 'never' } });

  at('2026-05-11T08:00:00Z');
  await sendSummaries(api.services);

  expect(await summariesTo(scene.supervisor)).toEqual([]);
  expect(await summariesTo(quiet)).toEqual([]);
});
