import { countDeskComplaints, listDeskComplaints, staffMessage } from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let id: string;
beforeEach(async () => {
  scene = await createScene(api);
  id = await scene.fileIn('in_progress');
});
const take = (action: string, words: object) => takeStep(api, scene.officer, id, action, words);

test('tags are kept in lower case, and found by a filter of several', async () => {
  await take('tag', { tags: ['Crew 7', 'flood'] });

  const { items } = await scene.officer.call(listDeskComplaints, { query: { tag: 'pole,crew 7' } });
  expect(items).toMatchObject([{ id, tags: ['crew 7', 'flood'] }]);
});

test.each([
  ['tag', { tags: ['a,b'] }],
  ['tag', { tags: [] }],
  ['tag', { tags: ['\u200b'] }],
  ['prioritise', { priority: 'urgent' }],
  ['followUp', { followUp: '2026-02-30' }],
  ['followUp', {}],
])('the desk refuses the step %s with %o', async (action, words) => {
  expect(await outcomeOf(take(action, words))).toMatchObject({ status: 400 });
});

test('a note changes no mark, whatever else is sent with it', async () => {
  const { items: before } = await scene.officer.call(listDeskComplaints, { query: {} });

  await take('note', { text: 'Seen.', priority: 'emergency', tags: ['flood'], followUp: '2026-05-04', unit: null });

  const { items: after } = await scene.officer.call(listDeskComplaints, { query: {} });
  const marks = ({ priority, tags, followUpOn, dueAt }: (typeof after)[number]) => ({
    priority,
    tags,
    followUpOn,
    dueAt,
  });
  expect(after.map(marks)).toEqual(before.map(marks));
});

test('a complaint takes at most 20 tags', async () => {
  await take('tag', { tags: Array.from({ length: 20 }, (_, index) => `tag ${index}`) });

  expect(await outcomeOf(take('tag', { tags: ['one more'] }))).toMatchObject({
    status: 400,
    fields: { tags: staffMessage.tooManyTags },
  });
});

test('a complaint to be followed up counts for its officer from that day on, until the day is taken off', async () => {
  const due = async () => (await scene.officer.call(countDeskComplaints)).followUp;
  await take('followUp', { followUp: '2026-05-05' });
  expect(await due()).toBe(0);

  await take('followUp', { followUp: '2026-05-04' });
  expect(await due()).toBe(1);

  await take('followUp', { followUp: null });
  expect(await due()).toBe(0);
});
