import {
  getDeskComplaint,
  listNotifications,
  listRules,
  type Rule,
  saveRules,
  tryRules,
  updateUnit,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { putInUnit } from '../../../../test/support/units.ts';
import { processSlaReminders } from '../process-sla-reminders.ts';
import { findFirst } from './rule.store.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let [ada, ben]: Person[] = [];
let unit: string;
beforeEach(async () => {
  scene = await createScene(api);
  [ada, ben] = [await api.officer(scene.mdaId), await api.officer(scene.mdaId)];
  unit = await putInUnit(api, scene.mdaId, [ada, ben]);
});

const rule = (change: Partial<Rule>): Rule => ({
  id: crypto.randomUUID(),
  name: 'Rule',
  event: 'filed',
  filter: {},
  ...change,
});
const save = async (...rules: Rule[]) => {
  const { version } = await scene.supervisor.call(listRules);
  return scene.supervisor.call(saveRules, { body: { rules, version } });
};
const open = async (id: string) => scene.supervisor.call(getDeskComplaint, { params: { id } });
const firings = async (id: string) => (await open(id)).history.filter(({ action }) => action === 'applyRule');

test('a rule marks, moves and gives a complaint as it is filed, in one internal step that names rule and version', async () => {
  await save(
    rule({
      name: 'Water',
      filter: { category: scene.categoryId },
      unit,
      sharing: 'in-turn',
      priority: 'high',
      tags: ['tap'],
      note: 'Call first.',
    }),
  );

  const id = await scene.file();

  const shown = await open(id);
  expect(shown).toMatchObject({ unit: { id: unit }, priority: 'high', tags: ['tap'], version: 2 });
  expect([ada!.id, ben!.id]).toContain(shown.assignee?.id);
  expect(await firings(id)).toMatchObject([
    {
      by: 'system',
      visibility: 'internal',
      rule: 'Water',
      ruleVersion: 1,
      text: 'Call first.',
      priority: 'high',
      tags: ['tap'],
    },
  ]);
});

test('members of a unit take turns, or the one with the fewest open complaints gets the next', async () => {
  await save(rule({ unit, sharing: 'in-turn' }));
  const ids = [await scene.file(), await scene.file(), await scene.file()];
  const [first, second, third] = await Promise.all(ids.map(async (id) => (await open(id)).assignee?.id));
  expect(new Set([first, second])).toEqual(new Set([ada!.id, ben!.id]));
  expect(third).toBe(first);

  await save(rule({ unit, sharing: 'least-loaded' }));
  expect((await open(await scene.file())).assignee?.id).toBe(second);
});

test('the first match gives a complaint, a later rule sees what an earlier one did, and no rule fires twice', async () => {
  await save(
    rule({ name: 'One', person: ada!.id, tags: ['one'] }),
    rule({ name: 'Two', person: ben!.id, filter: { tag: 'one' }, priority: 'high' }),
    rule({ name: 'Three', filter: { tag: 'other' }, priority: 'emergency' }),
    rule({ name: 'Each step', event: 'changed', note: 'Seen.' }),
  );

  const id = await scene.file();
  await takeStep(api, scene.officer, id, 'note', { text: 'A note' });
  await takeStep(api, scene.officer, id, 'note', { text: 'Another' });

  expect(await open(id)).toMatchObject({ assignee: { id: ada!.id }, priority: 'high' });
  expect((await firings(id)).map((step) => step.rule)).toEqual(['One', 'Two', 'Each step']);
});

test('a timer that reminds runs the rules of timers', async () => {
  await save(rule({ event: 'timer', priority: 'emergency' }));
  const id = await scene.file();

  api.clock.advance(20 * 86_400_000);
  await processSlaReminders(api.services);

  expect((await rowOf(api, id)).row.priority).toBe('emergency');
});

test('rules pass over staff who are away, recused or disabled, and notify supervisors when nobody is left', async () => {
  await save(rule({ unit, sharing: 'in-turn' }));
  await api.pool.query(`update account set away_until = '2027-01-01' where id = $1`, [ada!.id]);
  expect((await open(await scene.file())).assignee?.id).toBe(ben!.id);
  await api.pool.query('update account set disabled_at = now() where id = $1', [ben!.id]);

  const id = await scene.file();

  expect(await open(id)).toMatchObject({ assignee: null, unit: { id: unit } });
  const { items } = await scene.supervisor.call(listNotifications);
  expect(items.filter((item) => item.title === 'A rule found nobody to take a complaint')).toHaveLength(1);
});

test('a rule that names somebody away is skipped, marked in the list, and told once', async () => {
  await save(rule({ person: ada!.id, tags: ['mine'] }));
  await api.pool.query(`update account set away_until = '2027-01-01' where id = $1`, [ada!.id]);

  const ids = [await scene.file(), await scene.file()];

  expect(await Promise.all(ids.map(async (id) => (await open(id)).tags))).toEqual([[], []]);
  expect((await scene.supervisor.call(listRules)).rules).toMatchObject([{ gone: ['person'] }]);
  const { items } = await scene.supervisor.call(listNotifications);
  expect(items.filter((item) => item.title.startsWith('A rule was skipped'))).toHaveLength(1);
});

test('a rule whose unit was retired is marked, and a colleague named by a rule is notified of what it meets', async () => {
  await save(rule({ unit }), rule({ notify: ben!.id }));
  const body = { active: false, version: 2 };
  await scene.supervisor.call(updateUnit, { params: { id: unit }, body });

  await scene.file();

  expect((await scene.supervisor.call(listRules)).rules).toMatchObject([{ gone: ['unit'] }, { gone: [] }]);
  const { items } = await ben!.call(listNotifications);
  expect(items.map((item) => item.title)).toEqual(['A rule points you to a complaint']);
});

test('the second of two supervisors who save at once gets 409 with the newest list, and an earlier version can be put back', async () => {
  const [one, two] = [rule({ name: 'One' }), rule({ name: 'Two' })];
  await save(one);
  const late = scene.supervisor.call(saveRules, { body: { rules: [two], version: 0 } });
  expect(await failure(late)).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', now: { version: 1 } });
  await save(two);

  const { rules } = await scene.supervisor.call(listRules, { query: { version: '1' } });
  await save(...rules);

  const now = await scene.supervisor.call(listRules);
  expect(now).toMatchObject({
    version: 3,
    rules: [{ name: 'One' }],
    versions: [{ version: 3 }, { version: 2 }, { version: 1 }],
  });
  const oversight = await api.staff('oversight');
  expect(await oversight.call(listRules, { query: { mda: scene.mdaId } })).toMatchObject({ version: 3 });
});

test('a trial counts what each rule would have met in the last 30 days and what went elsewhere, and changes nothing', async () => {
  const old = await scene.file();
  await api.pool.query(`update complaint set submitted_at = submitted_at - interval '40 days' where id = $1`, [old]);
  const [kept, moved] = [await scene.file(), await scene.file()];
  await takeStep(api, scene.supervisor, kept, 'assign', { assignee: ada!.id });
  await takeStep(api, scene.supervisor, moved, 'assign', { assignee: ben!.id });
  const rules = [rule({ filter: { category: scene.categoryId }, person: ada!.id }), rule({ filter: { tag: 'flood' } })];

  const trial = await scene.supervisor.call(tryRules, { body: { rules } });

  expect(trial.total).toBe(2);
  expect(trial.rules.map(({ met, elsewhere }) => [met, elsewhere])).toEqual([
    [2, 1],
    [0, 0],
  ]);
  expect((await rowOf(api, kept)).row.version).toBe(2);
});

test('a step of an officer cannot bring a unit or an assignee along', async () => {
  const id = await scene.file();

  await takeStep(api, scene.officer, id, 'note', { text: 'Hidden', unit, assignee: ben!.id });
  await takeStep(api, scene.officer, id, 'setUnit', { unit, assignee: ben!.id });

  expect(await open(id)).toMatchObject({ assignee: null, unit: { id: unit } });
});

test('one statement finds the first of fifty rules', async () => {
  const id = await scene.file();
  const many = Array.from({ length: 50 }, (_, index) => rule({ filter: { tag: index === 48 ? 'x' : 'y' } }));

  expect(await findFirst(api.services.db, id, [...many, rule({})])).toBe(50);
});
