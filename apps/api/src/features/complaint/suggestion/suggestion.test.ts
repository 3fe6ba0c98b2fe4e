import { suggestedFrom, type SuggestedKind, suggestedTextMax, suggestForText } from '@baraza/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { demoData } from '../../demo/seed/demo-data.ts';
import { planYear, writeYear } from '../../demo/seed/write-year.ts';
import { learnTargets } from './learn-targets.ts';
import { bucketsIn, suggestTargets } from './suggest-targets.ts';
import { countGrams, countLearned, readTests } from './suggestion.store.ts';

/*
 * Suggested MDAs and categories, learned from resolutions, transfers and corrections.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z', rates: { suggestions: { max: 60, seconds: 60 } } });
let water: Scene;
let roads: Scene;
beforeAll(async () => {
  [water, roads] = [await createScene(api), await createScene(api)];
});
beforeEach(async () => {
  await api.pool.query('delete from learned_complaint');
  await api.pool.query('delete from learned_target');
  api.clock.advance(61_000);
});

const suggest = async (text: string, kind: SuggestedKind = 'mda') =>
  (await api.call(suggestForText, { body: { text } }))[kind];
const teachTarget = async (targetId: string, text: string) => {
  await countLearned(api.services.db, targetId, 1);
  await countGrams(api.services.db, targetId, bucketsIn(text), 'citizens', 1);
};
const teach = async (scene: Scene, texts: readonly string[]) => {
  for (const text of texts) await teachTarget(scene.mdaId, text);
};
const learn = (complaintId: string, ...kinds: SuggestedKind[]) => learnTargets(api.services, { complaintId, kinds });
const times = (count: number, text: string) => Array.from({ length: count }, () => text);
const teachBoth = async (count = suggestedFrom / 2) => {
  await teach(water, times(count, 'The water tap in our street has been empty for days'));
  await teach(roads, times(count, 'The bridge in our street has a hole and a bus fell in'));
};

test('the likeliest MDA is suggested with the words that led to it, and no unlikely one', async () => {
  await teachBoth();
  const { suggestions } = await suggest('No WATER: all our taps are empty');
  expect(suggestions[0]?.target.id).toBe(water.mdaId);
  expect(suggestions[0]?.words).toEqual(expect.arrayContaining(['water']));
  expect((await suggest('A bridge!')).suggestions).toMatchObject([{ target: { id: roads.mdaId }, words: ['bridge'] }]);
  expect(await suggest('in our street')).toEqual({ suggestions: [], right: 0, of: 0 });
  expect(await suggest('Zyx qwv 12345')).toEqual({ suggestions: [], right: 0, of: 0 });
});

test('the three likeliest of five MDAs are suggested, the likeliest first', async () => {
  const likely = await Promise.all([12, 14, 16, 18, 20].map(async (count) => ({ count, ...(await createScene(api)) })));
  for (const scene of likely) await teach(scene, times(scene.count, 'The water tap is empty'));
  await teach(roads, times(100, 'A bus fell into a hole of the bridge'));

  const { suggestions } = await suggest('The water tap is empty');

  const likeliest = likely.slice(2).toReversed();
  expect(suggestions.map(({ target }) => target.id)).toEqual(likeliest.map(({ mdaId }) => mdaId));
});

test('suggestions work in any script', async () => {
  await teach(water, times(15, 'انقطع الماء عن الحي'));
  await teach(roads, times(15, 'الجسر مكسور في الشارع'));
  expect((await suggest('لا يوجد الماء')).suggestions).toMatchObject([
    { target: { id: water.mdaId }, words: ['الماء'] },
  ]);
});

test('nothing is suggested before enough complaints were learned', async () => {
  await teachBoth(suggestedFrom / 2 - 1);
  expect((await suggest('The water tap is empty')).suggestions).toEqual([]);
});

test('a rare word leads to a suggestion only once three other people have written it', async () => {
  await teachBoth();
  const fileAndLearn = async (person = water.citizen) =>
    learn(await water.file({ title: 'It was Quillfeather there' }, person), 'mda');
  const guest = await api.citizen();
  await api.pool.query(`update account set receipt_hash = '\\x00' where id = $1`, [guest.id]);

  for (let repeats = 0; repeats < 5; repeats += 1) {
    await fileAndLearn();
    await fileAndLearn(guest);
  }
  for (let others = 1; others < 3; others += 1) await fileAndLearn(await api.citizen());
  expect((await suggest('Quillfeather')).suggestions).toEqual([]);

  await fileAndLearn(await api.citizen());
  expect((await suggest('Quillfeather')).suggestions).toMatchObject([{ words: ['quillfeather'] }]);
});

test('a word that is merely like what people wrote is not shown as a reason', async () => {
  await teachBoth();
  for (const { words } of (await suggest('The waterway was empty')).suggestions) expect(words).toEqual(['empty']);
});

test('short words and verbs are no reason for a suggestion', async () => {
  await teachBoth();
  await teach(water, times(5, 'They asked and waited at the tap'));
  expect((await suggest('asked, waited, tap')).suggestions).toEqual([]);
  expect((await suggest('asked for water')).suggestions).toMatchObject([{ words: ['water'] }]);
});

test('suggestions of which less than 70 of 100 were right are not shown', async () => {
  await teachBoth();
  const tap = { title: 'The water tap is empty', description: '<p>Nobody came.</p>' };
  for (const scene of [water, water, roads]) await learn(await scene.file(tap), 'mda');
  expect((await suggest('The water tap is empty')).suggestions).toEqual([]);

  await learn(await water.file(tap), 'mda');
  expect(await suggest('The water tap is empty')).toMatchObject({ right: 3, of: 4 });
});

test('words of number and time lead to no suggestion', async () => {
  await teachBoth();
  await teach(water, times(5, 'all two night weeks'));
  expect((await suggest('All two, night and weeks')).suggestions).toEqual([]);
});

test('a deactivated MDA is not suggested', async () => {
  await teachBoth();
  await teach(water, times(suggestedFrom, 'The water tap in our street has been empty for days'));
  await api.pool.query('update mda set active = false where id = $1', [roads.mdaId]);
  expect((await suggest('A hole in the bridge')).suggestions).toEqual([]);
  await api.pool.query('update mda set active = true where id = $1', [roads.mdaId]);
});

describe('learning', () => {
  const learned = async () =>
    (await api.pool.query('select target_id, complaints from learned_target where complaints > 0 order by 1')).rows;
  const once = (...ids: string[]) => ids.toSorted().map((target_id) => ({ target_id, complaints: 1 }));
  const neighbour = () => water.neighbour.caller.mdaId!;
  const transfer = async (id: string) => {
    await water.act(water.officer, id, 'offerTransfer');
    await water.act(water.neighbour, id, 'acceptTransfer');
    await api.runJobs();
  };

  test('suggestions learn MDA and category from a resolution', async () => {
    await water.fileIn('resolved');
    await api.runJobs();
    expect(await learned()).toEqual(once(water.mdaId, water.categoryId));
  });

  test('suggestions learn the MDA from an accepted transfer, the category from a correction', async () => {
    const id = await water.file();
    const corrected = await api.category();
    await water.act(water.officer, id, 'categorise', { category: corrected });
    await transfer(id);
    expect(await learned()).toEqual(once(neighbour(), corrected));
  });

  test('suggestions learn the MDA from an assignment by oversight', async () => {
    const id = await water.fileIn('transfer_undecided');
    await water.act(await api.staff('oversight'), id, 'decideTransfer', { mda: roads.mdaId });
    await api.runJobs();
    expect(await learned()).toEqual(once(roads.mdaId));
  });

  test('suggestions learn a re-opened and transferred complaint only for its new MDA', async () => {
    const id = await water.fileIn('resolved');
    await api.runJobs();
    await water.act(water.citizen, id, 'reopen');
    await transfer(id);
    expect(await learned()).toEqual(once(neighbour(), water.categoryId));
    const { rows } = await api.pool.query(
      'select sum(citizens + guests) as left from learned_gram where target_id = $1',
      [water.mdaId],
    );
    expect(rows).toEqual([{ left: '0' }]);
  });

  test('suggestions learn a complaint that is resolved twice once', async () => {
    const id = await water.fileIn('resolved');
    await learn(id, 'mda', 'category');
    await learn(id, 'mda', 'category');
    expect(await learned()).toEqual(once(water.mdaId, water.categoryId));
  });

  test('suggestions learn nothing from a recording', async () => {
    const spoken = await water.file();
    await api.pool.query(`update complaint set description_text = 'Spoken statement, 0:07' where id = $1`, [spoken]);
    await learn(spoken, 'mda');
    expect(await learned()).toEqual([]);
  });

  test('the rate of right suggestions tests each complaint before learning from it', async () => {
    await teachBoth();
    const texts = [
      [water, 'The water tap is empty'],
      [roads, 'A hole in the bridge'],
      [roads, 'The water tap is empty'],
      [roads, 'Zyx qwv zyx qwv'],
    ] as const;
    for (const [scene, title] of texts)
      await learn(await scene.file({ title, description: '<p>Nobody came.</p>' }), 'mda');
    expect(await readTests(api.services.db, 'mda')).toEqual({ right: 2, of: 3 });
  });
});

describe('on the sample data', () => {
  const isEnglish = ({ language }: { language: string }) => language === 'en';
  const all = [
    ...writeYear(planYear(300), new Date('2026-05-04T09:00:00Z')).filter(isEnglish),
    ...demoData.queue,
    ...demoData.samples,
  ];
  const [heldOut, taught] = [all.filter((_, at) => at % 5 === 0), all.filter((_, at) => at % 5 !== 0)];
  const plain = (html: string) => html.replace(/<[^<>]*>/gu, ' ');

  test.each(['mda', 'category'] as const)(
    'the right %s is suggested 25 points more often than by always naming the most frequent one',
    async (kind) => {
      const idOf = new Map<string, string>();
      for (const name of new Set(all.map((each) => each[kind])))
        idOf.set(name, kind === 'mda' ? (await api.mda()).id : await api.category());
      for (const each of taught) await teachTarget(idOf.get(each[kind])!, `${each.title} ${plain(each.description)}`);

      let hits = 0;
      for (const each of heldOut) {
        const { title, description } = each;
        const target = idOf.get(each[kind])!;
        const { suggestions } = await suggestTargets(api.services.db, kind, `${title} ${plain(description)}`);
        if (suggestions.some((suggestion) => suggestion.target.id === target)) hits += 1;
        await learn(await water.file({ title, description, [kind]: target }), kind);
      }

      const count = (list: typeof all, name: string) => list.filter((each) => each[kind] === name).length;
      const mostFrequent = [...idOf.keys()].toSorted((a, b) => count(taught, b) - count(taught, a))[0]!;
      const baseline = count(heldOut, mostFrequent) / heldOut.length;
      const { right } = await readTests(api.services.db, kind);
      expect(right).toBe(hits);
      expect(hits / heldOut.length).toBeGreaterThanOrEqual(baseline + 0.25);
    },
  );
});

test.each([
  ['no text', { text: ' ' }],
  ['too much of it', { text: 'a'.repeat(suggestedTextMax + 1) }],
])('a request for suggestions with %s is refused', async (_, body) => {
  expect(await outcomeOf(api.call(suggestForText, { body }))).toMatchObject({ status: 400 });
});

test('a network that requests too many suggestions gets 429', async () => {
  const outcomes = [];
  for (let count = 0; count <= 60; count += 1) outcomes.push(await outcomeOf(suggest('water')));
  expect(outcomes).toContainEqual(expect.objectContaining({ status: 429 }));
});
