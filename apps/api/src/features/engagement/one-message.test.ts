import { listNotifications, markNotifications } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { mailOutbox } from '../../db/schema/tables.ts';
import { maxAttempts } from '../../mail/outbox.store.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z', environment: { NEWS_WAIT_SECONDS: '60' } });
let scene: Scene;
let citizen: Person;
beforeAll(async () => {
  scene = await createScene(api);
});
beforeEach(async () => {
  citizen = await api.citizen();
});

const news = async () =>
  (await api.outbox()).filter(({ to, subject }) => to === citizen.email && /processed|reply|resolved/.test(subject));
const pass = (seconds: number) =>
  api.services.db.execute(sql`update ${mailOutbox} set next_try_at = next_try_at - make_interval(secs => ${seconds})`);
const bell = async () => (await citizen.call(listNotifications)).items.map(({ title }) => title);

async function answer(): Promise<string> {
  const id = await scene.file({}, citizen);
  await scene.act(scene.officer, id, 'start');
  api.clock.advance(10_000);
  await scene.act(scene.officer, id, 'reply', { text: 'The pump was mended & the tap runs.' });
  api.clock.advance(10_000);
  await scene.act(scene.officer, id, 'resolve', { text: 'Water runs again.' });
  return id;
}

test('start, reply and resolution within a minute are one mail, which says all in order and names the last', async () => {
  await answer();
  expect(await news()).toEqual([]);

  await pass(60);

  const mails = await news();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your complaint is resolved \(/)]);
  const { text } = mails[0]!;
  const places = ['started to work', 'The pump was mended', 'Water runs again', 'Tracking ID:', 'Read it here:'].map(
    (it) => text.indexOf(it),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(text.match(/Tracking ID:/g)).toHaveLength(1);
  expect(text.match(/Read it here:/g)).toHaveLength(1);
});

test('news of two complaints, and of two citizens, are mails of their own', async () => {
  await answer();
  await answer();
  const first = citizen;
  citizen = await api.citizen();
  await answer();

  await pass(60);

  expect(await news()).toHaveLength(1);
  citizen = first;
  expect(await news()).toHaveLength(2);
});

test('news after a mail has left, or was given up, are a mail of their own', async () => {
  const id = await scene.file({}, citizen);
  await scene.act(scene.officer, id, 'start');
  await pass(60);
  expect(await news()).toHaveLength(1);
  await scene.act(scene.officer, id, 'reply', { text: 'We come on Monday.' });
  await api.services.db.update(mailOutbox).set({ attempts: maxAttempts });
  await scene.act(scene.officer, id, 'resolve', { text: 'It runs.' });

  await pass(60);

  expect((await news()).map(({ subject }) => subject.replace(/ \(.*/, ''))).toEqual([
    'Your complaint is being processed',
    'Your complaint is resolved',
  ]);
});

test('start, reply and resolution within a minute are one entry of the bell, the last', async () => {
  await answer();
  expect(await bell()).toEqual(['Your complaint is resolved']);
});

test('an entry of the bell that was read, or is older than a minute, is not replaced', async () => {
  const id = await scene.file({}, citizen);
  await scene.act(scene.officer, id, 'start');
  await citizen.call(markNotifications, { body: {} });
  api.clock.advance(1_000);
  await scene.act(scene.officer, id, 'reply', { text: 'We come on Monday.' });
  api.clock.advance(61_000);
  await scene.act(scene.officer, id, 'resolve', { text: 'It runs.' });
  expect(await bell()).toEqual(['Your complaint is resolved', 'New reply', 'Your complaint is being processed']);
});
