import {
  createCategory,
  listAllCategories,
  listComplaintCategories,
  listFeedbackCategories,
  message,
  updateCategory,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { failure } from '../../../../test/support/failure.ts';
import { versionOf } from '../../../../test/support/version-of.ts';

const test = sharedTestApp();
let admin: Person;
let citizen: Person;
beforeAll(async () => {
  admin = await test.staff('administrator');
  citizen = await test.citizen();
});

const add = (name: string, kind: 'complaint' | 'feedback' = 'complaint') =>
  admin.call(createCategory, { body: { kind, name } });
const change = async (id: string, body: object) =>
  admin.call(updateCategory, { params: { id }, body: { version: await versionOf(test, 'category', id), ...body } });
const chosen = async () => (await citizen.call(listComplaintCategories)).map((it) => it.name);
const idOf = async (name: string) => (await admin.call(listAllCategories)).find((it) => it.name === name)!.id;

describe('categories', () => {
  it('new categories are added at the end of their kind', async () => {
    await add('Water');
    await add('Roads');
    await add('Light');
    await add('Praise', 'feedback');
    expect(await chosen()).toEqual(['Water', 'Roads', 'Light']);
    expect((await citizen.call(listFeedbackCategories)).map((it) => it.name)).toEqual(['Praise']);
    expect(await auditedBy(test, admin)).toContainEqual(
      expect.objectContaining({ action: 'category.changed', objectLabel: 'Water', detail: { change: 'created' } }),
    );
  });

  it('categories can be moved and renamed', async () => {
    await change(await idOf('Light'), { place: 0 });
    expect(await chosen()).toEqual(['Light', 'Water', 'Roads']);
    await change(await idOf('Light'), { place: 99, name: 'Electricity' });
    expect(await chosen()).toEqual(['Water', 'Roads', 'Electricity']);
  });

  it('categories can be switched off and on, but not the last of a kind off', async () => {
    const roads = await idOf('Roads');
    await change(roads, { active: false });
    expect(await chosen()).toEqual(['Water', 'Electricity']);
    expect((await admin.call(listAllCategories)).find((it) => it.id === roads)).toMatchObject({ active: false });
    await change(roads, { active: true });
    expect(await chosen()).toEqual(['Water', 'Roads', 'Electricity']);
    expect(await failure(change(await idOf('Praise'), { active: false }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    expect(await citizen.call(listFeedbackCategories)).toHaveLength(1);
  });

  it('switching off the last two categories simultaneously leaves one', async () => {
    await add('Advice', 'feedback');
    const [one, two] = [await idOf('Praise'), await idOf('Advice')];
    const both = await Promise.allSettled([change(one, { active: false }), change(two, { active: false })]);
    expect(both.map((it) => it.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await citizen.call(listFeedbackCategories)).toHaveLength(1);
  });

  it('names of categories are unique within a kind', async () => {
    expect(await failure(add('Water'))).toMatchObject({ status: 409, fields: { name: expect.any(String) } });
    expect(await failure(change(await idOf('Roads'), { name: 'Water' }))).toMatchObject({ status: 409 });
    await add('Water', 'feedback');
    for (const [name, text] of [
      [' ', message.required],
      ['x'.repeat(61), message.tooLong],
    ] as const) {
      expect(await failure(add(name))).toMatchObject({ status: 400, fields: { name: text } });
    }
    const kind = admin.call(createCategory, { body: { kind: 'other' as never, name: 'X' } });
    expect(await failure(kind)).toMatchObject({ status: 400, fields: { kind: message.invalid } });
  });

  it('an unknown category gets 404; only administrators change categories', async () => {
    expect(await failure(change(crypto.randomUUID(), { name: 'X' }))).toMatchObject({ status: 404 });
    const oversight = await test.staff('oversight');
    expect(await failure(oversight.call(listAllCategories))).toMatchObject({ status: 403 });
    expect(await failure(citizen.call(createCategory, { body: { kind: 'feedback', name: 'X' } }))).toMatchObject({
      status: 403,
    });
  });
});
