import {
  createJurisdiction,
  createMda,
  staffMessage,
  listAllMdas,
  listJurisdictions,
  listMdas,
  message,
  updateJurisdiction,
  updateMda,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { photo } from '../../../../test/support/media.ts';
import { versionOf } from '../../../../test/support/version-of.ts';

const test = sharedTestApp();
let admin: Person;
let scene: Scene;
beforeAll(async () => {
  admin = await test.staff('administrator');
  scene = await createScene(test);
});

const make = (form: object, files = {}) => admin.call(createMda, { form: { name: 'Water Works', ...form }, files });
const change = async (id: string, given: object, files = {}) => {
  const form = { version: await versionOf(test, 'mda', id), ...given };
  return admin.call(updateMda, { params: { id }, form, files });
};

describe('an MDA', () => {
  it('an MDA is added with its logo and shown to citizens', async () => {
    const made = await make({ name: ' Land Office ', jurisdictionAllowed: 'true' }, { file: await photo() });
    expect(made).toMatchObject({
      name: 'Land Office',
      jurisdictionAllowed: true,
      active: true,
      openComplaints: 0,
      jurisdictions: [],
    });
    const logo = await test.app.inject({ url: made.logo ?? '' });
    expect([logo.statusCode, logo.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await scene.citizen.call(listMdas)).find((it) => it.id === made.id)).toMatchObject({ name: 'Land Office' });
    expect(await auditedBy(test, admin)).toContainEqual(
      expect.objectContaining({ action: 'mda.created', objectId: made.id, objectLabel: 'Land Office' }),
    );
  });

  it('an MDA is renamed and gets another logo; the old file is deleted', async () => {
    const made = await make({ name: 'Old name' }, { file: await photo() });
    const changed = await change(made.id, { name: 'New name' }, { file: await photo() });
    expect(changed).toMatchObject({ id: made.id, name: 'New name', jurisdictionAllowed: false });
    expect((await test.app.inject({ url: changed.logo ?? '' })).statusCode).toBe(200);
    expect((await test.app.inject({ url: made.logo ?? '' })).statusCode).toBe(404);
    expect((await change(made.id, { jurisdictionAllowed: 'true' })).logo).not.toBeNull();
  });

  it('an MDA with open complaints cannot be switched off', async () => {
    await scene.fileIn('received');
    expect(await failure(change(scene.mdaId, { active: 'false' }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: staffMessage.mdaHasOpen,
    });
    const listed = (await admin.call(listAllMdas)).find((it) => it.id === scene.mdaId);
    expect(listed).toMatchObject({ active: true, openComplaints: 1 });
  });

  it('an MDA without open complaints can be switched off and on, hidden from and shown to citizens', async () => {
    const { id } = await make({ name: 'Quiet Office' });
    expect(await change(id, { active: 'false' })).toMatchObject({ active: false });
    const seen = async () => (await scene.citizen.call(listMdas)).some((it) => it.id === id);
    expect(await seen()).toBe(false);
    await change(id, { active: 'true' });
    expect(await seen()).toBe(true);
  });

  it.each([
    ['no name', { name: ' ' }, 400, { name: message.required }],
    ['a name that is too long', { name: 'x'.repeat(151) }, 400, { name: message.tooLong }],
    ['a name that is taken', { name: 'Land Office' }, 409, { name: 'There is an MDA with this name already.' }],
    ['a truth that is none', { jurisdictionAllowed: 'maybe' }, 400, { jurisdictionAllowed: message.invalid }],
  ])('an MDA that is added with %s is refused', async (_, form, status, fields) => {
    expect(await failure(make(form))).toMatchObject({ status, fields });
  });

  it('the logo of an MDA must be a picture', async () => {
    const file = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
    expect(await failure(make({ name: 'Drawn' }, { file }))).toMatchObject({ status: 415 });
    expect((await admin.call(listAllMdas)).map((it) => it.name)).not.toContain('Drawn');
  });

  it('an unknown MDA gets 404; only administrators change MDAs', async () => {
    expect(await failure(change(crypto.randomUUID(), { name: 'X' }))).toMatchObject({ status: 404 });
    for (const person of [scene.supervisor, await test.staff('oversight')]) {
      expect(await failure(person.call(listAllMdas))).toMatchObject({ status: 403 });
      expect(await failure(person.call(createMda, { form: { name: 'X' } }))).toMatchObject({ status: 403 });
    }
  });
});

describe('a jurisdiction', () => {
  const add = (id: string, name: string) => admin.call(createJurisdiction, { params: { id }, body: { name } });
  const alter = async (id: string, given: object) => {
    const body = { version: await versionOf(test, 'jurisdiction', id), ...given };
    return admin.call(updateJurisdiction, { params: { id }, body });
  };

  it('a jurisdiction is added, renamed, switched off and on', async () => {
    const { id } = await make({ name: 'Road Works', jurisdictionAllowed: 'true' });
    await add(id, 'North');
    const { jurisdictions } = await add(id, 'East');
    expect(jurisdictions.map((it) => it.name)).toEqual(['East', 'North']);
    const east = jurisdictions[0]!.id;
    await alter(east, { name: 'South' });
    const names = async () =>
      (await scene.citizen.call(listJurisdictions, { params: { id } })).map((it) => it.jurisdiction.name);
    expect(await names()).toEqual(['North', 'South']);
    expect((await alter(east, { active: false })).jurisdictions.map((it) => it.active)).toEqual([true, false]);
    expect(await names()).toEqual(['North']);
    await alter(east, { active: true });
    expect(await names()).toEqual(['North', 'South']);
    expect(await failure(alter(east, { name: 'North' }))).toMatchObject({ status: 409 });
    expect(await failure(add(id, 'North'))).toMatchObject({ status: 409 });
    expect(await failure(add(id, ' '))).toMatchObject({ status: 400, fields: { name: message.required } });
  });

  it('changing an unknown jurisdiction, or one of an unknown MDA, gets 404', async () => {
    expect(await failure(add(crypto.randomUUID(), 'North'))).toMatchObject({ status: 404 });
    expect(await failure(alter(crypto.randomUUID(), { name: 'North' }))).toMatchObject({ status: 404 });
  });
});
