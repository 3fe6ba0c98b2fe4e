import {
  chooseLanguage,
  listAllMdas,
  listComplaints,
  listLocalNames,
  listNotifications,
  setLocalNames,
} from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp();
let admin: Person;
let scene: Scene;
beforeAll(async () => {
  admin = await api.staff('administrator');
  scene = await createScene(api);
});

const read = async () => (await admin.call(listAllMdas)).find(({ id }) => id === scene.mdaId)!;
const call = async (names: Record<string, string>) => {
  const { version } = await read();
  return admin.call(setLocalNames, { params: { kind: 'mda', id: scene.mdaId }, body: { names, version } });
};

test('an MDA is named in the reader’s language in mails, notifications and pages without scripts, else by its base name', async () => {
  const { name } = await read();
  await call({ fr: 'Régie des eaux' });
  await scene.citizen.call(chooseLanguage, { body: { language: 'fr' } });
  const id = await scene.file();

  await scene.act(scene.officer, id, 'start');

  const { items } = await scene.citizen.call(listNotifications);
  expect(items[0]!.body).toContain('Régie des eaux');
  expect((await api.outbox()).findLast(({ to }) => to === scene.citizen.email)?.text).toContain('Régie des eaux');
  const page = async (language: string) =>
    (await api.app.inject({ url: '/complain/plain', cookies: { language } })).body;
  expect(await page('fr')).toContain('Régie des eaux');
  expect(await page('ha')).toContain(`>${name}<`);
});

test('a citizen finds complaints by the name of their category or MDA in their own language, and by the base name', async () => {
  await call({ ha: 'Hukumar Ruwa' });
  const { name } = await read();
  const id = await scene.file({ title: 'Pump' });
  const found = async (q: string, language: string) => {
    const headers = { authorization: `Bearer ${scene.citizen.token}`, 'content-language': language };
    const { items } = (await api.app.inject({ url: `/api/complaint?q=${encodeURIComponent(q)}`, headers })).json();
    return items.some((item: { id: string }) => item.id === id);
  };

  expect(await found('ruwa', 'ha')).toBe(true);
  expect(await found(name, 'ha')).toBe(true);
  expect(await found('ruwa', 'fr')).toBe(false);
  expect((await scene.citizen.call(listComplaints, { query: { q: 'ruwa' } })).items).toEqual([]);
});

test('names go without a language that is not offered, and an empty list takes all away', async () => {
  expect(await failure(call({ xx: 'Nom' }))).toMatchObject({ status: 400 });
  expect(await failure(call({ fr: ' ' }))).toMatchObject({ status: 400 });
  await call({ fr: 'Eaux' });
  expect(await admin.call(listLocalNames, { query: { language: 'fr' } })).toContainEqual(
    expect.objectContaining({ local: 'Eaux' }),
  );

  await call({});

  expect((await read()).names).toEqual({});
  expect(await admin.call(listLocalNames, { query: { language: 'fr' } })).not.toContainEqual(
    expect.objectContaining({ local: 'Eaux' }),
  );
});
