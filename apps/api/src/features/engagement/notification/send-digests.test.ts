import { emailTopics, markNotifications, staffEmails, updateMailTimes } from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { actInBulk } from '../../../../test/support/bulk.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { lastMorning, sendDigests } from './send-digests.ts';

// A Monday.
const monday = '2026-05-04T10:00:00Z';
const api = sharedTestApp({ now: monday });
const at = (time: string) => api.clock.advance(Date.parse(time) - api.clock.now().getTime());

let scene: Scene;
beforeEach(async () => {
  at(monday);
  scene = await createScene(api);
});

const digestsTo = async ({ email }: Person) =>
  (await api.outbox()).filter(({ to, subject }) => to === email && subject.endsWith('new at the desk'));
/** Files a complaint whose citizen answered the officer. */
async function answered(): Promise<string> {
  const id = await scene.fileIn('awaiting_citizen');
  await scene.act(scene.citizen, id, 'answer');
  return id;
}

test('unread notifications are mailed together and once, on the next morning', async () => {
  const [first, second] = [await answered(), await answered()];
  await sendDigests(api.services);
  expect(await digestsTo(scene.officer)).toEqual([]);

  at('2026-05-05T07:30:00Z');
  const late = await answered();
  await Promise.all([sendDigests(api.services), sendDigests(api.services)]);
  await sendDigests(api.services);

  const mails = await digestsTo(scene.officer);
  expect(mails.map(({ subject }) => subject)).toEqual(['2 things are new at the desk']);
  for (const id of [first, second]) {
    expect(mails[0]?.text).toContain(`${staffEmails.answered.title}: ${(await rowOf(api, id)).row.trackingId}`);
    expect(mails[0]?.text).toContain(`/desk/complaint/open/${id}#step-4`);
  }
  expect(mails[0]?.text).not.toContain(late);
  expect(mails[0]?.text).not.toContain('No water');
});

test('complaints assigned at once are one mail that lists them, and one alone is mailed as ever', async () => {
  const ids = [await scene.file(), await scene.file(), await scene.file()];
  const assign = (items: readonly string[]) =>
    actInBulk(api, scene.supervisor, {
      action: 'assign',
      assignee: scene.officer.id,
      items: items.map((id) => ({ id, version: 1 })),
    });
  await assign([...ids, await scene.file()]);
  await assign([await scene.file()]);
  await sendDigests(api.services);

  const mails = (await api.outbox()).filter(({ to }) => to === scene.officer.email);
  expect(mails.map(({ subject }) => subject.replace(/ \(.*/u, ''))).toEqual(
    expect.arrayContaining(['4 things are new at the desk', staffEmails.assigned.title]),
  );
  expect(mails).toHaveLength(2);
  for (const id of ids) expect(mails.some(({ text }) => text.includes(`/desk/complaint/open/${id}`))).toBe(true);
  await api.runJobs();
  at('2026-05-05T07:30:00Z');
  await sendDigests(api.services);
  expect((await api.outbox()).filter(({ to }) => to === scene.officer.email)).toHaveLength(2);
});

test('the daily mail leaves out notifications that were read, mailed at once or not wanted by mail', async () => {
  await answered();
  await scene.officer.call(markNotifications, { body: {} });
  const id = await scene.file();
  await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
  await scene.supervisor.call(updateMailTimes, { body: { ...emailTopics, answered: 'never' } });
  const nobodys = await scene.fileIn('awaiting_citizen');
  await scene.act(scene.supervisor, nobodys, 'assign', { assignee: null });
  await scene.act(scene.citizen, nobodys, 'answer');

  at('2026-05-05T07:30:00Z');
  await sendDigests(api.services);

  expect([await digestsTo(scene.officer), await digestsTo(scene.supervisor)]).toEqual([[], []]);
});

test('the daily mail leaves out complaints from which its reader was recused meanwhile', async () => {
  const [hidden, open, later] = [await answered(), await answered(), await answered()];
  await scene.act(scene.supervisor, hidden, 'recuse', { person: scene.officer.id });
  at('2026-05-05T07:30:00Z');
  await sendDigests(api.services);
  await scene.act(scene.supervisor, later, 'recuse', { person: scene.officer.id });

  expect(await digestsTo(scene.officer)).toEqual([]);
  // Their other notifications come with the next run.
  await sendDigests(api.services);
  const [mail] = await digestsTo(scene.officer);
  expect(mail?.subject).toBe('1 thing is new at the desk');
  expect(mail?.text).toContain(open);
  expect(mail?.text).not.toContain(hidden);
  expect(mail?.text).not.toContain(later);
});

test.each([
  ['2026-05-05T06:59:00Z', '2026-05-04T07:00:00Z'],
  ['2026-05-05T07:00:00Z', '2026-05-05T07:00:00Z'],
  ['2026-05-10T12:00:00Z', '2026-05-08T07:00:00Z'],
  ['2026-05-11T06:30:00Z', '2026-05-08T07:00:00Z'],
])('at %s the last working morning for the daily mail was %s', (now, morning) => {
  expect(lastMorning({ timeZone: 'UTC', weekend: 'sat,sun' }, new Date(now)).toISOString()).toBe(
    new Date(morning).toISOString(),
  );
});
