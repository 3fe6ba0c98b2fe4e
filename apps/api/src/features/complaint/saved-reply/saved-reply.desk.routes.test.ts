import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  message,
  placeholderUnknown,
  type SavedReply,
  updateSavedReply,
} from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { failure } from '../../../../test/support/failure.ts';
import { putInUnit } from '../../../../test/support/units.ts';
import { versionOf } from '../../../../test/support/version-of.ts';

const test = sharedTestApp();
let supervisor: Person;
let officer: Person;
let stranger: Person;
let water: string;
beforeAll(async () => {
  const { id } = await test.mda();
  supervisor = await test.staff('supervisor', id);
  officer = await test.officer(id);
  stranger = await test.staff('supervisor', (await test.mda()).id);
  water = await test.category('complaint', 'Water');
});

const body = {
  title: 'We are on it',
  text: 'Dear {citizen}, {officer} looks into {trackingId}.',
  step: 'reply' as const,
};
const bare = { texts: {}, actions: {}, names: {} };
const save = (more: object = {}, by = supervisor): Promise<SavedReply> =>
  by.call(createSavedReply, { body: { ...body, ...more } });
const change = async (id: string, given: object, by = supervisor) => {
  const body = { version: await versionOf(test, 'saved_reply', id), ...given };
  return by.call(updateSavedReply, { params: { id }, body });
};
const remove = async (id: string, by = supervisor) =>
  by.call(deleteSavedReply, { params: { id }, query: { version: await versionOf(test, 'saved_reply', id) } });
const listOf = (person: Person) => person.call(listSavedReplies);

describe('saving', () => {
  it('officers of the MDA list its saved replies by title', async () => {
    const second = await save({ title: 'Zebra', category: water, step: 'ask' });
    const first = await save({ title: '  A thank you ' });
    expect(second).toEqual({
      ...body,
      ...bare,
      id: second.id,
      title: 'Zebra',
      step: 'ask',
      category: { id: water, name: 'Water' },
      shared: true,
      version: 1,
    });
    expect(first).toEqual({
      ...body,
      ...bare,
      id: first.id,
      title: 'A thank you',
      category: null,
      shared: true,
      version: 1,
    });
    expect((await listOf(officer)).map((it) => it.title)).toEqual(['A thank you', 'Zebra']);
    expect(await listOf(stranger)).toEqual([]);
    expect(await auditedBy(test, supervisor)).toContainEqual(
      expect.objectContaining({ action: 'saved-reply.changed', objectId: first.id, mdaId: supervisor.caller.mdaId }),
    );
  });

  it.each([
    ['no title', { title: ' ' }, { title: message.required }],
    ['a title that is too long', { title: 'x'.repeat(61) }, { title: message.tooLong }],
    ['no text', { text: '' }, { text: message.required }],
    ['an unknown placeholder', { text: 'Dear {name}' }, { text: placeholderUnknown }],
    ['an unknown step', { step: 'note' }, { step: message.invalid }],
    ['no step', { step: undefined }, { step: message.required }],
    ['a language we do not have', { texts: { de: 'Hallo' } }, { texts: message.invalid }],
    ['an unknown placeholder in one language', { texts: { fr: '{nom}' } }, { 'texts.fr': placeholderUnknown }],
    ['a category to set that is gone', { actions: { category: crypto.randomUUID() } }, { category: message.invalid }],
    ['a unit that is gone', { actions: { unit: crypto.randomUUID() } }, { actions: message.invalid }],
    ['a follow-up too far off', { actions: { followUpDays: 91 } }, { 'actions.followUpDays': message.invalid }],
    ['an unknown category', { category: crypto.randomUUID() }, { category: message.invalid }],
  ])('a saved reply with %s is refused and not stored', async (_, more, fields) => {
    const before = await listOf(supervisor);
    expect(await failure(save(more))).toMatchObject({ status: 400, fields });
    expect(await listOf(supervisor)).toEqual(before);
  });

  it('a saved reply cannot have a category of feedback or a deactivated one', async () => {
    const gone = await test.category('complaint');
    await test.services.db.execute(sql`update category set active = false where id = ${gone}`);
    for (const category of [await test.category('feedback'), gone]) {
      expect(await failure(save({ category }))).toMatchObject({ status: 400, fields: { category: message.invalid } });
    }
  });

  it('the title of a saved reply can exist once per MDA', async () => {
    await save({ title: 'Twice' });
    expect(await failure(save({ title: 'Twice' }))).toMatchObject({ status: 409, code: 'CONFLICT' });
    await save({ title: 'Twice' }, stranger);
  });

  it('only one of two simultaneous saved replies with one title is stored', async () => {
    const both = await Promise.allSettled([save({ title: 'At once' }), save({ title: 'At once' })]);
    expect(both.map((it) => it.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((it) => it.status === 'rejected')?.reason).toMatchObject({ status: 409 });
  });
});

describe('changing', () => {
  it('changing one field of a saved reply leaves the others as they were', async () => {
    const { id } = await save({ title: 'Old words', category: water });
    expect(await change(id, { text: 'New: {title}' })).toMatchObject({
      title: 'Old words',
      text: 'New: {title}',
      category: { id: water },
    });
    expect(await change(id, { category: null, step: 'resolve' })).toMatchObject({ step: 'resolve', category: null });
    expect(await change(id, { title: 'New words' })).toMatchObject({ title: 'New words', step: 'resolve' });
  });

  it('a saved reply keeps a category that is deactivated later, until another is chosen', async () => {
    const roads = await test.category('complaint', 'Roads');
    const { id } = await save({ title: 'About roads', category: roads });
    await test.services.db.execute(sql`update category set active = false where id = ${roads}`);
    const kept = await change(id, { text: 'Hello', category: roads });
    expect(kept).toMatchObject({ text: 'Hello', category: { id: roads, name: 'Roads' } });
  });

  it('changing a saved reply to an unknown placeholder or a taken title is refused', async () => {
    await save({ title: 'Here first' });
    const { id } = await save({ title: 'Here second' });
    expect(await failure(change(id, { text: '{who}' }))).toMatchObject({
      status: 400,
      fields: { text: placeholderUnknown },
    });
    expect(await failure(change(id, { title: 'Here first' }))).toMatchObject({ status: 409 });
    expect((await listOf(officer)).find((it) => it.id === id)).toMatchObject({ ...body, title: 'Here second' });
  });
});

it('a removed saved reply is gone', async () => {
  const { id } = await save({ title: 'Short life' });
  await remove(id);
  expect((await listOf(officer)).map((it) => it.id)).not.toContain(id);
  expect(await failure(remove(id))).toMatchObject({ status: 404 });
});

it('a saved reply of another MDA gets 404, and officers cannot change any', async () => {
  const { id } = await save({ title: 'Ours' });
  for (const [person, status] of [
    [stranger, 404],
    [officer, 403],
  ] as const) {
    expect(await failure(change(id, { text: 'x' }, person))).toMatchObject({
      status,
    });
    expect(await failure(remove(id, person))).toMatchObject({ status });
  }
  expect(await failure(save({ title: 'By an officer' }, officer))).toMatchObject({ status: 403 });
  expect((await listOf(officer)).find((it) => it.id === id)?.text).toBe(body.text);
});

it('an officer keeps replies of their own beside those of the MDA, which nobody else reads or changes', async () => {
  const own = await save({ title: 'Beside', shared: false }, officer);
  await save({ title: 'Beside' });
  const colleague = await test.officer(supervisor.caller.mdaId ?? '');
  const beside = async (person: Person) =>
    (await listOf(person)).filter(({ title }) => title === 'Beside').map(({ shared }) => shared);

  expect(new Set(await beside(officer))).toEqual(new Set([false, true]));
  for (const person of [supervisor, colleague]) {
    expect(await beside(person)).toEqual([true]);
    expect(await failure(change(own.id, { text: 'x' }, person))).toMatchObject({ status: 404 });
    expect(await failure(remove(own.id, person))).toMatchObject({ status: 404 });
  }
  expect(await failure(save({ title: 'Beside', shared: false }, officer))).toMatchObject({ status: 409 });
  expect(await change(own.id, { text: 'Mine: {title}' }, officer)).toMatchObject({ text: 'Mine: {title}' });
  await remove(own.id, officer);
  expect(await beside(officer)).toEqual([true]);
});

it('a saved reply keeps its languages and actions, and has no name for those that are gone', async () => {
  const unit = await putInUnit(test, supervisor.caller.mdaId ?? '', [], { name: 'North' });
  const actions = { category: water, assignee: officer.id, unit, priority: 'high', tags: ['fee'], followUpDays: 3 };
  const { id, names } = await save({ title: 'With all', texts: { fr: 'Bonjour' }, actions });
  expect(names).toEqual({ [water]: 'Water', [officer.id]: expect.any(String) as string, [unit]: 'North' });

  await test.services.db.execute(sql`update unit set active = false where id = ${unit}`);
  await test.services.db.execute(sql`update account set disabled_at = now() where id = ${officer.id}`);
  const changed = await change(id, { text: 'Hello', actions });
  await test.services.db.execute(sql`update account set disabled_at = null where id = ${officer.id}`);

  expect(changed).toMatchObject({ texts: { fr: 'Bonjour' }, actions, names: { [water]: 'Water' } });
  expect(Object.keys(changed.names)).toEqual([water]);
});

it('a saved reply cannot name a person or unit of another MDA', async () => {
  const unit = await putInUnit(test, stranger.caller.mdaId ?? '', []);
  for (const actions of [{ unit }, { assignee: stranger.id }]) {
    expect(await failure(save({ title: 'Foreign', actions }))).toMatchObject({ status: 400 });
  }
});
