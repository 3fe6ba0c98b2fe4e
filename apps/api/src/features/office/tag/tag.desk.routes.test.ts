import {
  createSavedReply,
  createSavedView,
  listAudit,
  listDeskComplaints,
  listRules,
  listSavedReplies,
  listSavedViews,
  listTags,
  renameTag,
  saveRules,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { verifyHistory } from '../../complaint/record/verify-history.ts';

const api = sharedTestApp();
let scene: Scene;
beforeEach(async () => {
  scene = await createScene(api);
});

/** Files a complaint with tags. */
async function tagged(...tags: string[]): Promise<string> {
  const id = await scene.file();
  await scene.act(scene.officer, id, 'tag', { tags });
  return id;
}
const tagsOf = async (id: string) => (await rowOf(api, id)).row.tags;
const rename = (from: string, to: string) => scene.supervisor.call(renameTag, { body: { from, to } });
const used = () => scene.supervisor.call(listTags);

test('a renamed tag has its new name in complaints, saved replies, saved views and rules', async () => {
  const id = await tagged('pipe', 'pump');
  await scene.officer.call(createSavedView, {
    body: { name: 'Mine', shared: false, pinned: false, queue: 'open', filter: { tag: 'leak,pipe' }, sort: null },
  });
  const actions = { tags: ['pipe'], priority: 'high' as const };
  await scene.officer.call(createSavedReply, {
    body: { title: 'Mended', text: 'Mended.', step: 'reply', shared: false, actions },
  });
  const rule = { id: crypto.randomUUID(), name: 'Pipes', event: 'filed' as const };
  await scene.supervisor.call(saveRules, {
    body: { version: 0, rules: [{ ...rule, filter: { tag: 'pipe', priority: 'high' }, tags: ['pipe', 'dig'] }] },
  });

  await rename('pipe', 'water pipe');

  expect(await tagsOf(id)).toEqual(['pump', 'water pipe']);
  const [view] = await scene.officer.call(listSavedViews);
  expect(view).toMatchObject({ filter: { tag: 'leak,water pipe' }, version: 2 });
  const [reply] = await scene.officer.call(listSavedReplies);
  expect(reply).toMatchObject({ actions: { tags: ['water pipe'], priority: 'high' }, version: 2 });
  expect(await scene.supervisor.call(listRules)).toMatchObject({
    version: 2,
    rules: [{ name: 'Pipes', filter: { tag: 'water pipe', priority: 'high' }, tags: ['water pipe', 'dig'] }],
  });
  const { items } = await scene.supervisor.call(listDeskComplaints, { query: { tag: 'water pipe' } });
  expect(items.map((item) => item.id)).toEqual([id]);
});

test('a tag renamed to another merges with it, also where one complaint has both', async () => {
  const [both, one] = [await tagged('pipe', 'pipes'), await tagged('pipes')];
  expect(await used()).toEqual([
    { name: 'pipe', complaints: 1 },
    { name: 'pipes', complaints: 2 },
  ]);

  await rename('Pipes', 'pipe');

  expect([await tagsOf(both), await tagsOf(one)]).toEqual([['pipe'], ['pipe']]);
  expect(await used()).toEqual([{ name: 'pipe', complaints: 2 }]);
});

test('renaming a tag reaches a complaint that is hidden from the supervisor, and none of another MDA', async () => {
  const [hidden, foreign] = [await tagged('pipe'), await tagged('pipe')];
  await scene.act(scene.supervisor, hidden, 'recuse', { person: scene.supervisor.id, reason: 'A cousin' });
  await api.pool.query('update complaint set mda_id = $2 where id = $1', [foreign, scene.neighbour.caller.mdaId]);
  expect(await used()).toEqual([]);

  await rename('pipe', 'tube');

  expect(await tagsOf(hidden)).toEqual(['tube']);
  expect(await tagsOf(foreign)).toEqual(['pipe']);
});

test('renaming a tag leaves the history valid, and is in the audit trail with both names', async () => {
  await tagged('pipe');

  await rename('pipe', 'tube');

  const faults: string[] = [];
  await verifyHistory(api.services.db, (line) => faults.push(line));
  expect(faults).toEqual([]);
  const { items } = await scene.supervisor.call(listAudit, { query: { group: 'tag' } });
  expect(items).toMatchObject([{ action: 'tag.renamed', detail: { from: 'pipe', to: 'tube' } }]);
});

test('a tag that an import left on each complaint is not listed', async () => {
  await tagged('old:4711', 'pipe');

  expect(await used()).toEqual([{ name: 'pipe', complaints: 1 }]);
});

test('a tag is not renamed to nothing or to several', async () => {
  expect(await failure(rename('pipe', ' '))).toMatchObject({ status: 400 });
  expect(await failure(rename('pipe', 'a,b'))).toMatchObject({ status: 400 });
});
