import { createStaff, getStaffMe, staffMessage, listColleagues, listStaff, login, updateStaff } from '@baraza/contract';
import { beforeAll, expect, it } from 'vitest';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { createTestApp, type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { failure } from '../../../../test/support/failure.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { createFirstAdministrator } from './first-administrator.ts';

const test = sharedTestApp();
let administrator: Person;
let mdaId: string;
beforeAll(async () => {
  administrator = await test.staff('administrator');
  mdaId = (await test.mda({ name: 'Ministry of Roads' })).id;
});

const colleague = { first_name: 'Chidi', last_name: 'Eze', role: 'officer' as const };

it.each([
  ['an officer without an MDA', { role: 'officer' as const, mda: null }, 'mda'],
  ['an unknown MDA', { role: 'supervisor' as const, mda: crypto.randomUUID() }, 'mda'],
  ['a citizen as role', { role: 'citizen' as never }, 'role'],
  ['a name of invisible signs', { first_name: '\u2060', mda: null, role: 'oversight' as const }, 'first_name'],
])('a staff account with %s is refused', async (_, more, field) => {
  const error = await failure(
    administrator.call(createStaff, { body: { ...colleague, email: 'x@roads.example', ...more } }),
  );
  expect(error.status).toBe(400);
  expect(Object.keys(error.fields)).toEqual([field]);
});

it.each([
  ['Suharto', '–'],
  ['-', 'Suharto'],
])('colleagues read the one name of who wrote %s %s', async (first_name, last_name) => {
  const officer = await test.officer((await test.mda()).id);
  await test.pool.query('update account set first_name = $2, last_name = $3 where id = $1', [
    officer.id,
    first_name,
    last_name,
  ]);
  expect((await officer.call(listColleagues)).map(({ name }) => name)).toEqual(['Suharto']);
});

it('an e-mail of another member of staff is refused, one of a citizen is not', async () => {
  const officer = await test.officer(mdaId);
  const body = { ...colleague, email: officer.email, mda: mdaId };
  const before = await administrator.call(listStaff);
  for (const email of [officer.email, officer.email.toUpperCase()]) {
    const again = administrator.call(createStaff, { body: { ...body, email } });
    const fields = { email: staffMessage.accountTaken };
    expect(await failure(again)).toMatchObject({ status: 409, code: 'CONFLICT', message: fields.email, fields });
  }
  expect(await administrator.call(listStaff)).toEqual(before);
  const citizen = await test.citizen();
  await administrator.call(createStaff, { body: { ...body, email: citizen.email } });
});

it('administrators and oversight have no MDA', async () => {
  const body = { ...colleague, email: 'over@sight.example', role: 'oversight' as const, mda: mdaId };
  expect(await administrator.call(createStaff, { body })).toMatchObject({ mda: null });
});

it('the audit trail names what a change of a staff account changed, without its id and version', async () => {
  const { id } = await test.officer(mdaId);

  await administrator.call(updateStaff, { body: { id, version: 1, first_name: 'Ngozi', last_name: 'Eze' } });

  const entry = `select detail->>'changed' as changed from audit where action = 'staff.changed' and object_id = $1`;
  expect((await test.pool.query(entry, [id])).rows).toEqual([{ changed: 'first_name, last_name' }]);
});

it('disabling or moving staff, or changing their role, ends their sessions and no others', async () => {
  const second = await test.staff('administrator');
  const [disabled, moved, promoted, renamed] = await Promise.all(Array.from({ length: 4 }, () => test.officer(mdaId)));
  const other = await test.mda();
  const change = (person: Person | undefined, body: object, version = 1) =>
    administrator.call(updateStaff, { body: { id: person?.id ?? '', version, ...body } });
  await change(disabled, { disabled: true });
  await change(moved, { mda: other.id });
  await change(promoted, { role: 'supervisor' });
  await promoted!.call(getStaffMe);
  await confirmChange(second, promoted!.id);
  expect(await change(renamed, { first_name: 'Ngozi' })).toMatchObject({ first_name: 'Ngozi', mda: { id: mdaId } });
  for (const person of [disabled, moved, promoted]) {
    expect(await failure(person!.call(getStaffMe))).toMatchObject({ status: 401 });
  }
  await renamed!.call(getStaffMe);
  const signIn = (person: Person) =>
    test.call(login, { body: { email: person.email, password: person.password, type: 'mda' } });
  expect(await failure(signIn(disabled!))).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  await change(disabled, { disabled: false }, 2);
  await signIn(disabled!);
  await signIn(promoted!);
});

it('an administrator cannot change citizens, unknown accounts or their own account as staff', async () => {
  const citizen = await test.citizen();
  for (const id of [citizen.id, crypto.randomUUID()]) {
    expect(await failure(administrator.call(updateStaff, { body: { id, disabled: true, version: 1 } }))).toMatchObject({
      status: 404,
    });
  }
  for (const change of [{ disabled: true }, { role: 'oversight' as const }]) {
    const body = { id: administrator.id, version: 1, ...change };
    expect(await failure(administrator.call(updateStaff, { body }))).toMatchObject({ status: 409, code: 'CONFLICT' });
  }
});

it('one of two administrators who ask to disable or demote each other remains', async () => {
  const oversight = await test.staff('oversight');
  for (const change of [{ disabled: true }, { role: 'officer' as const, mda: mdaId }]) {
    const [one, two] = [await test.staff('administrator'), await test.staff('administrator')];
    await one.call(updateStaff, { body: { id: two.id, version: 1, ...change } });
    await two.call(updateStaff, { body: { id: one.id, version: 1, ...change } });

    const outcomes = await Promise.all([one, two].map(({ id }) => outcomeOf(confirmChange(oversight, id))));

    expect(outcomes).toContain('success');
    expect(outcomes).toContainEqual(expect.objectContaining({ status: 409 }));
  }
});

it('colleagues are the active officers and supervisors of the caller’s MDA', async () => {
  const own = await test.mda();
  const [one, two, gone] = [
    await test.officer(own.id),
    await test.staff('supervisor', own.id),
    await test.officer(own.id),
  ];
  await test.officer((await test.mda()).id);
  await administrator.call(updateStaff, { body: { id: gone.id, disabled: true, version: 1 } });
  const names = (await one.call(listColleagues)).map((it) => it.id);
  expect(names.toSorted()).toEqual([one.id, two.id].toSorted());
  // Oversight names the MDA; staff of an MDA only get their own.
  const oversight = await test.staff('oversight');
  const asked = { query: { mda: one.caller.mdaId ?? '' } };
  const ids = async (person: Person) => (await person.call(listColleagues, asked)).map((it) => it.id);
  expect((await ids(oversight)).toSorted()).toEqual([one.id, two.id].toSorted());
  expect(await oversight.call(listColleagues)).toEqual([]);
  const stranger = await test.officer((await test.mda()).id);
  expect(await ids(stranger)).toEqual([stranger.id]);
});

it('only administrators manage staff', async () => {
  const officer = await test.officer(mdaId);
  const body = { ...colleague, email: 'y@roads.example', mda: mdaId };
  expect((await administrator.call(listStaff)).map((it) => it.id)).toContain(officer.id);
  for (const person of [officer, await test.staff('oversight'), await test.citizen()]) {
    expect(await failure(person.call(listStaff))).toMatchObject({ status: 403 });
    expect(await failure(person.call(createStaff, { body }))).toMatchObject({ status: 403 });
    const more = { id: person.id, role: 'administrator' as const, version: 1 };
    expect(await failure(person.call(updateStaff, { body: more }))).toMatchObject({ status: 403 });
  }
});

it('the first administrator is created once, from the settings', async () => {
  const fresh = await createTestApp({
    environment: { ADMIN_EMAIL: 'root@town.example', ADMIN_PASSWORD: 'well kept secret' },
  });
  expect(await createFirstAdministrator(fresh.services)).toBe(true);
  expect(await createFirstAdministrator(fresh.services)).toBe(false);
  await fresh.call(login, { body: { email: 'root@town.example', password: 'well kept secret', type: 'mda' } });
  const easy = {
    ...fresh.services,
    settings: { ...fresh.services.settings, admin: { email: 'a@b.example', password: 'password' } },
  };
  expect(await createFirstAdministrator(easy)).toBe(false);
  await fresh.close();
});
