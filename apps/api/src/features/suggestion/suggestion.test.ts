import { suggestMdas, suggestedFrom, suggestedTextMax } from '@baraza/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { learnMda } from './learn-mda.ts';
import { addLearned } from './suggestion.store.ts';
import { bucketsOf, wordsOf } from './grams.ts';

/*
 * Which MDA a text may be for, learned from what was resolved.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z', rates: { suggestions: { max: 60, seconds: 60 } } });
let water: Scene;
let roads: Scene;
beforeAll(async () => {
  [water, roads] = [await createScene(api), await createScene(api)];
});
beforeEach(async () => {
  await api.pool.query('delete from learned_mda');
  await api.pool.query('delete from learned_gram');
  await api.pool.query('delete from suggestion_test');
  api.clock.advance(61_000);
});

const suggest = (text: string) => api.call(suggestMdas, { body: { text } });
const teach = async (scene: Scene, texts: readonly string[]) => {
  for (const text of texts)
    await addLearned(api.services.db, scene.mdaId, [...new Set(wordsOf(text).flatMap((word) => bucketsOf(word)))]);
};
const times = (count: number, text: string) => Array.from({ length: count }, () => text);
const teachBoth = async (count = suggestedFrom / 2) => {
  await teach(water, times(count, 'The water tap in our street has been dry for days'));
  await teach(roads, times(count, 'The bridge in our street has a hole and a bus fell in'));
};

test('the likeliest MDA is suggested with the words that led to it, and no other where nothing speaks for one', async () => {
  await teachBoth();
  const { suggestions } = await suggest('No WATER: all our taps are dry');
  expect(suggestions[0]?.mda.id).toBe(water.mdaId);
  expect(suggestions[0]?.words).toEqual(expect.arrayContaining(['water']));
  expect((await suggest('A bridge!')).suggestions).toMatchObject([{ mda: { id: roads.mdaId }, words: ['bridge'] }]);
  expect(await suggest('in our street')).toEqual({ suggestions: [], right: 0, of: 0 });
  expect(await suggest('Zyx qwv 12345')).toEqual({ suggestions: [], right: 0, of: 0 });
});

test('any script is read', async () => {
  await teach(water, times(15, 'انقطع الماء عن الحي'));
  await teach(roads, times(15, 'الجسر مكسور في الشارع'));
  expect((await suggest('لا يوجد الماء')).suggestions).toMatchObject([{ mda: { id: water.mdaId }, words: ['الماء'] }]);
});

test('nothing is suggested before enough was learned', async () => {
  await teachBoth(suggestedFrom / 2 - 1);
  expect((await suggest('The water tap is dry')).suggestions).toEqual([]);
});

test('what fewer than three complaints say, such as a name, cannot be found out', async () => {
  await teachBoth();
  await teach(water, times(2, 'Quillfeather'));
  expect((await suggest('Quillfeather')).suggestions).toEqual([]);
  await teach(water, ['Quillfeather']);
  expect((await suggest('Quillfeather')).suggestions).toHaveLength(1);
});

test('an MDA that takes no complaints any more is not suggested', async () => {
  await teachBoth();
  await teach(water, times(suggestedFrom, 'The water tap in our street has been dry for days'));
  await api.pool.query('update mda set active = false where id = $1', [roads.mdaId]);
  expect((await suggest('A hole in the bridge')).suggestions).toEqual([]);
  await api.pool.query('update mda set active = true where id = $1', [roads.mdaId]);
});

describe('what is learned', () => {
  const resolved = async (scene: Scene, title: string) => {
    const id = await scene.file({ title, description: '<p>Nobody came.</p>' });
    for (const action of ['start', 'resolve'] as const) await scene.act(scene.officer, id, action);
    return id;
  };
  const learned = async () =>
    (await api.pool.query<{ mda_id: string; complaints: number }>('select mda_id, complaints from learned_mda')).rows;

  test('is a complaint once it is resolved, by the MDA that has it then', async () => {
    const id = await water.file({ title: 'A hole in the bridge' });
    await water.act(water.officer, id, 'offerTransfer');
    await water.act(water.neighbour, id, 'acceptTransfer');
    for (const action of ['start', 'resolve'] as const) await water.act(water.neighbour, id, action);
    await api.runJobs();
    expect(await learned()).toEqual([{ mda_id: water.neighbour.caller.mdaId, complaints: 1 }]);
  });

  test('is none that was re-opened meanwhile, and no recording', async () => {
    const reopened = await resolved(water, 'Dry taps');
    await water.act(water.citizen, reopened, 'reopen');
    await learnMda(api.services, { complaintId: reopened });
    const spoken = await resolved(water, 'Dry taps');
    await api.pool.query(`update complaint set description_text = 'Spoken statement, 0:07' where id = $1`, [spoken]);
    await learnMda(api.services, { complaintId: spoken });
    expect(await learned()).toEqual([]);
  });

  test('was tried before: how often the first suggestion was right', async () => {
    await teachBoth();
    const texts = [
      [water, 'The water tap is dry'],
      [roads, 'A hole in the bridge'],
      [roads, 'The water tap is dry'],
      [roads, 'Zyx qwv'],
    ] as const;
    for (const [scene, title] of texts) await learnMda(api.services, { complaintId: await resolved(scene, title) });
    expect(await suggest('The water tap is dry')).toMatchObject({ right: 2, of: 3 });
  });
});

test.each([
  ['no text', { text: ' ' }],
  ['too much of it', { text: 'a'.repeat(suggestedTextMax + 1) }],
])('%s is refused', async (_, body) => {
  expect(await outcomeOf(api.call(suggestMdas, { body }))).toMatchObject({ status: 400 });
});

test('a network that asks without end has to wait', async () => {
  const outcomes = [];
  for (let count = 0; count <= 60; count += 1) outcomes.push(await outcomeOf(suggest('water')));
  expect(outcomes).toContainEqual(expect.objectContaining({ status: 429 }));
});
