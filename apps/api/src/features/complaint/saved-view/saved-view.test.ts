import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  savedViewsMax,
  staffMessage,
  updateSavedView,
} from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp();
let scene: Scene;
beforeEach(async () => {
  scene = await createScene(api);
});

const body = { name: 'Floods', shared: false, queue: 'open', filter: { tag: 'flood' }, sort: null, pinned: true };
const save = (by: Person, more: object = {}): Promise<SavedView> =>
  by.call(createSavedView, { body: { ...body, ...more } });
const namesOf = async (by: Person) => (await by.call(listSavedViews)).map(({ name }) => name);

test('a view is its own person’s alone, and one of the MDA is there for all of its staff', async () => {
  const colleague = await api.officer(scene.mdaId);
  await save(scene.officer);
  await save(scene.supervisor, { name: 'Of all', shared: true });

  expect(await scene.officer.call(listSavedViews)).toMatchObject([
    { ...body, gone: [] },
    { ...body, name: 'Of all', shared: true },
  ]);
  expect(await namesOf(colleague)).toEqual(['Of all']);
  expect(await namesOf(scene.neighbour)).toEqual([]);
});

test('officers keep no views of the MDA, and nobody changes those of somebody else', async () => {
  const own = await save(scene.officer);
  const ofMda = await save(scene.supervisor, { shared: true });
  const change = (by: Person, { id, version }: SavedView) =>
    outcomeOf(by.call(updateSavedView, { params: { id }, body: { name: 'Mine', pinned: false, version } }));
  const drop = (by: Person, { id, version }: SavedView) =>
    outcomeOf(by.call(deleteSavedView, { params: { id }, query: { version } }));

  expect(await outcomeOf(save(scene.officer, { name: 'All', shared: true }))).toMatchObject({ status: 403 });
  for (const act of [change, drop]) {
    expect(await act(scene.officer, ofMda)).toMatchObject({ status: 403 });
    expect(await act(scene.supervisor, own)).toMatchObject({ status: 404 });
    expect(await act(scene.neighbour, ofMda)).toMatchObject({ status: 404 });
  }
});

test('a view is renamed and unpinned from the version that was seen, and removed', async () => {
  const { id, version } = await save(scene.officer);
  const params = { id };
  const change = { params, body: { name: 'Burst pipes', pinned: false, version } };
  expect(await scene.officer.call(updateSavedView, change)).toMatchObject({ name: 'Burst pipes', pinned: false });
  expect(await outcomeOf(scene.officer.call(updateSavedView, change))).toMatchObject({ code: 'VERSION_CONFLICT' });

  await scene.officer.call(deleteSavedView, { params, query: { version: version + 1 } });

  expect(await namesOf(scene.officer)).toEqual([]);
});

test('a name stands once among the views of a person, who keeps thirty', async () => {
  await save(scene.officer);
  await save(scene.supervisor);
  expect(await outcomeOf(save(scene.officer))).toMatchObject({ status: 409, message: staffMessage.viewTaken });

  for (let count = 1; count < savedViewsMax; count += 1) await save(scene.officer, { name: `View ${count}` });
  expect(await outcomeOf(save(scene.officer, { name: 'One more' }))).toMatchObject({
    status: 409,
    message: staffMessage.viewsFull,
  });
});

test.each([
  ['a field that there is not', { filter: { state: 'lost' } }],
  ['an address of another page', { queue: '../staff' }],
  ['an order that there is not', { sort: 'random' }],
])('a view with %s is refused', async (_, more) => {
  expect(await outcomeOf(save(scene.officer, more))).toMatchObject({ status: 400 });
});

test('a view says which of the things it names is gone', async () => {
  const category = await api.category();
  const { officer: stranger } = await createScene(api);
  const colleague = await api.officer(scene.mdaId);
  const filter = { category: `${scene.categoryId},${category}`, assignee: `me,${colleague.id}`, tag: 'flood' };
  await save(scene.officer, { filter });
  await save(scene.officer, { name: 'Of strangers', filter: { assignee: stranger.id } });
  const goneOf = async () => (await scene.officer.call(listSavedViews)).map(({ gone }) => gone);
  expect(await goneOf()).toEqual([[], ['assignee']]);

  await api.services.db.execute(sql`update category set active = false where id = ${category}`);

  expect(await goneOf()).toEqual([['category'], ['assignee']]);
});
