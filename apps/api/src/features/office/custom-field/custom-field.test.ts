import {
  createCustomField,
  type CustomField,
  customFieldsMax,
  fieldMessage,
  getComplaint,
  getDeskComplaint,
  listAskedFields,
  listCustomFields,
  listDeskComplaints,
  listRules,
  listSavedViews,
  createSavedView,
  message,
  saveRules,
  staffMessage,
  submitComplaint,
  updateCustomField,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { downloadReport } from '../../public/report/export-report.ts';
import { eraseAccount } from '../../people/privacy/erase-account.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let id: string;
beforeEach(async () => {
  scene = await createScene(api, 'assigned');
  id = await scene.fileIn('in_progress');
});

const option = (name: string) => ({ id: crypto.randomUUID(), name, active: true });
const add = (more: object = {}): Promise<CustomField> =>
  scene.supervisor.call(createCustomField, {
    body: {
      name: `Meter ${crypto.randomUUID().slice(0, 6)}`,
      category: scene.categoryId,
      type: 'text',
      options: [],
      asked: false,
      personal: false,
      ...more,
    },
  });
const change = ({ id: of, version }: CustomField, body: object, by = scene.supervisor) =>
  by.call(updateCustomField, { params: { id: of }, body: { version, ...body } });
const set = (fields: Record<string, string>, by = scene.officer) => takeStep(api, by, id, 'setFields', { fields });
const shown = async (by = scene.officer) => (await by.call(getDeskComplaint, { params: { id } })).fields;
const nameOf = async (of: string): Promise<string> =>
  (await api.pool.query(`select full_name(first_name, last_name) as name from account where id = $1`, [of])).rows[0]
    .name;
const found = async (query: object) =>
  (await scene.officer.call(listDeskComplaints, { query })).items.map((item) => item.id);

test('a supervisor adds, renames and retires a field of their MDA, and each change is audited', async () => {
  const field = await add({ name: 'Meter' });
  const renamed = await change(field, { name: 'Meter number' });
  await change(renamed, { active: false });

  expect(await scene.officer.call(listCustomFields)).toMatchObject([{ name: 'Meter number', active: false }]);
  expect(await scene.neighbour.call(listCustomFields)).toEqual([]);
  const changes = (await auditedBy(api, scene.supervisor)).filter(({ action }) => action === 'custom-field.changed');
  expect(changes.map(({ detail }) => detail?.['change'])).toEqual(
    expect.arrayContaining(['created', 'changed: name', 'changed: active']),
  );
});

test('a stale change of a field, one of another MDA’s and one by an officer are refused', async () => {
  const field = await add();
  await change(field, { name: 'First' });

  expect(await outcomeOf(change(field, { name: 'Second' }))).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
  expect(await outcomeOf(change(field, { name: 'Theirs' }, scene.officer))).toMatchObject({ status: 403 });
  const stranger = await api.staff('supervisor', (await api.mda()).id);
  expect(await outcomeOf(change(field, { name: 'Theirs' }, stranger))).toMatchObject({ status: 404 });
});

test('the 21st field in use, a taken name, a gone category and a list without options are refused', async () => {
  const first = await add({ name: 'Taken' });
  expect(await outcomeOf(add({ name: 'Taken' }))).toMatchObject({ status: 409, message: staffMessage.fieldTaken });
  expect(await outcomeOf(add({ category: crypto.randomUUID() }))).toMatchObject({
    fields: { category: message.invalid },
  });
  expect(await outcomeOf(add({ type: 'list' }))).toMatchObject({ status: 400, message: staffMessage.optionMissing });
  for (let count = 1; count < customFieldsMax; count += 1) await add();

  const full = { status: 409, message: staffMessage.fieldsFull };
  expect(await outcomeOf(add())).toMatchObject(full);
  const retired = await change(first, { active: false });
  await add();
  expect(await outcomeOf(change(retired, { active: true }))).toMatchObject(full);
});

test('options are renamed and retired, never removed', async () => {
  const [red, blue] = [option('Red'), option('Blue')];
  const field = await add({ type: 'list', options: [red, blue] });
  await set({ [field.id]: red.id });

  expect(await outcomeOf(change(field, { options: [blue] }))).toMatchObject({ message: staffMessage.optionMissing });
  await change(field, { options: [{ ...red, name: 'Crimson', active: false }, blue] });

  expect(await shown()).toMatchObject([
    { value: red.id, options: [{ name: 'Crimson', active: false }, { name: 'Blue' }] },
  ]);
  await set({ [field.id]: blue.id });
  expect(await outcomeOf(set({ [field.id]: red.id }))).toMatchObject({ status: 400, message: fieldMessage.option });
});

test('an officer sets fields in one internal step, which names the fields and holds what was entered', async () => {
  const [meter, count] = [await add({ name: 'Meter' }), await add({ name: 'Persons', type: 'number' })];

  const after = await set({ [meter.id]: ' A-17 ', [count.id]: '12.50' });

  expect(after?.fields).toMatchObject([{ value: 'A-17' }, { value: 12.5 }]);
  expect(after?.history.at(-1)).toMatchObject({
    action: 'setFields',
    visibility: 'internal',
    fields: ['Meter', 'Persons'],
    text: 'A-17\n12.5',
  });
  expect((await set({ [meter.id]: '' }))?.fields).toMatchObject([{ value: null }, { value: 12.5 }]);
  expect(await outcomeOf(set({ [meter.id]: '' }))).toMatchObject({ status: 400, message: staffMessage.doneMeanwhile });
});

test('values that do not fit, unknown fields and those of another category are refused without a change', async () => {
  const text = await add();
  const number = await add({ type: 'number' });
  const date = await add({ type: 'date' });
  const elsewhere = await add({ category: await api.category() });
  const before = await rowOf(api, id);
  const refusals: [string, string, string][] = [
    [text.id, 'x'.repeat(5_000), message.tooLong],
    [text.id, 'x'.repeat(501), message.tooLong],
    [number.id, 'twelve', fieldMessage.number],
    [number.id, '1e999', fieldMessage.number],
    [date.id, '2026-02-30', fieldMessage.date],
    [crypto.randomUUID(), 'x', fieldMessage.unknown],
    [elsewhere.id, 'x', fieldMessage.unknown],
  ];

  for (const [field, value, why] of refusals)
    expect(await outcomeOf(set({ [field]: value }))).toMatchObject({ status: 400, message: why });
  expect(await outcomeOf(set({ nonsense: 'x' }))).toMatchObject({ status: 400 });
  expect(await rowOf(api, id)).toEqual(before);
});

test('a retired field keeps its value on its complaints, takes no other one, and can be cleared', async () => {
  const field = await add();
  await set({ [field.id]: 'A-17' });
  await change(field, { active: false });

  expect(await shown()).toMatchObject([{ value: 'A-17', active: false }]);
  expect(await outcomeOf(set({ [field.id]: 'B' }))).toMatchObject({ status: 400, message: fieldMessage.unknown });
  expect((await set({ [field.id]: '' }))?.fields).toEqual([]);
});

test('a list is filtered by one of the values of each field, and text values are found by search', async () => {
  const [meter, day] = [await add(), await add({ type: 'date' })];
  await set({ [meter.id]: 'quokka, blue', [day.id]: '2026-05-01' });
  const field = `${meter.id}:${encodeURIComponent('quokka, blue')}`;

  expect(await found({ field: `${field},${meter.id}:other` })).toEqual([id]);
  expect(await found({ field: `${field},${day.id}:2026-05-01` })).toEqual([id]);
  expect(await found({ field: `${field},${day.id}:2026-05-02` })).toEqual([]);
  expect(await found({ q: 'quokka', sort: 'latest' })).toEqual([id]);
  for (const broken of ['x', `${meter.id}:`, `${meter.id}:%`, 'nobody:x'])
    expect(await outcomeOf(found({ field: broken }))).toMatchObject({ status: 400 });
});

test('a view or rule over a retired field or option says so, and the rule is skipped', async () => {
  const red = option('Red');
  const field = await add({ type: 'list', options: [red, option('Blue')] });
  const filter = { field: `${field.id}:${red.id}` };
  const view = { name: 'Red', shared: false, queue: 'open', filter, sort: null, pinned: false };
  await scene.officer.call(createSavedView, { body: view });
  const rule = { id: crypto.randomUUID(), name: 'Red', event: 'changed' as const, filter, tags: ['red'] };
  await scene.supervisor.call(saveRules, { body: { rules: [rule], version: 0 } });
  await set({ [field.id]: red.id });
  expect((await rowOf(api, id)).row.tags).toEqual(['red']);
  const gone = async () => [
    (await scene.officer.call(listSavedViews))[0]?.gone,
    (await scene.supervisor.call(listRules)).rules[0]?.gone,
  ];
  expect(await gone()).toEqual([[], []]);

  const retired = await change(field, { options: [{ ...red, active: false }, ...field.options.slice(1)] });
  expect(await gone()).toEqual([['field'], ['filter']]);
  await change(retired, { options: field.options, active: false });
  expect(await gone()).toEqual([['field'], ['filter']]);
});

test('the export of an MDA has a column for each field that is not personal', async () => {
  const red = option('=Red');
  const field = await add({ name: 'Colour', type: 'list', options: [red] });
  const secret = await add({ name: 'Passport', personal: true });
  await set({ [field.id]: red.id, [secret.id]: 'P-123' });

  const span = { readerId: scene.supervisor.id, mdaId: scene.mdaId, from: '2026-05-01', to: '2026-05-04' };
  const csv = (await (await downloadReport(api.services.db, span, api.clock.now())).stream.toArray()).join('');

  expect(csv).toContain('Colour (');
  expect(csv).toContain(`"'=Red"`);
  expect(csv).not.toMatch(/Passport|P-123/u);
});

test('a personal value is shown where the name is, and neither found, filtered, told in the history nor named by a rule', async () => {
  const field = await add({ name: 'Passport', personal: true });
  await set({ [field.id]: 'quokka' });

  expect(await shown(await api.officer(scene.mdaId))).toEqual([]);
  expect(await shown()).toMatchObject([{ name: 'Passport', value: 'quokka' }]);
  const { history } = await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(JSON.stringify(history)).not.toContain('quokka');
  expect(await found({ field: `${field.id}:quokka` })).toEqual([]);
  expect(await found({ q: 'quokka', sort: 'latest' })).toEqual([]);
  const rule = {
    id: crypto.randomUUID(),
    name: 'P',
    event: 'changed' as const,
    filter: { field: `${field.id}:quokka` },
  };
  const saved = await scene.supervisor.call(saveRules, { body: { rules: [{ ...rule, note: 'x' }], version: 0 } });
  expect(saved.rules[0]?.gone).toEqual(['filter']);
});

test('erasure removes personal values, and the person from the others', async () => {
  const [passport, contact] = [await add({ personal: true }), await add()];
  const person = await nameOf(scene.citizen.id);
  await set({ [passport.id]: 'P-123', [contact.id]: `Ask ${person} at noon` });

  await eraseAccount(api.services, scene.citizen.id);

  const { row, events } = await rowOf(api, id);
  expect(row.customFields).toEqual({ [contact.id]: expect.not.stringContaining(person) });
  expect(JSON.stringify([row, events])).not.toMatch(new RegExp(`P-123|${person}`, 'u'));
});

test('citizens are asked for some fields when they file, and read what they entered', async () => {
  const asked = await add({ name: 'Meter', asked: true });
  const retired = await add({ asked: true });
  await change(retired, { active: false });
  const own = await add({ name: 'Batch' });
  expect(await api.call(listAskedFields, { params: { id: scene.mdaId } })).toEqual([
    { id: asked.id, category: scene.categoryId, name: 'Meter', type: 'text', personal: false, options: [] },
  ]);
  const file = (fields: object | string) =>
    scene.citizen.call(submitComplaint, {
      form: scene.fields({ fields: typeof fields === 'string' ? fields : JSON.stringify(fields) }),
    });

  const filed = await file({ [asked.id]: 'A-17' });

  expect(filed.fields).toMatchObject([{ name: 'Meter', value: 'A-17' }]);
  expect(filed.history).toHaveLength(1);
  const { row, events } = await rowOf(api, filed.id);
  expect(row).toMatchObject({ version: 2, customFields: { [asked.id]: 'A-17' } });
  expect(events.at(-1)).toMatchObject({ action: 'setFields', actorKind: 'citizen', actorId: null, text: 'A-17' });
  id = filed.id;
  await set({ [own.id]: 'For us alone' });
  expect((await scene.citizen.call(getComplaint, { params: { id } })).fields).toMatchObject([{ name: 'Meter' }]);
  for (const wrong of [own, retired])
    expect(await outcomeOf(file({ [wrong.id]: 'x' }))).toMatchObject({ status: 400, message: fieldMessage.unknown });
  expect(await outcomeOf(file('{'))).toMatchObject({ status: 400, fields: { fields: message.invalid } });
});

test('a rule for filed complaints sees what the citizen entered, and staff named in it are recused', async () => {
  const asked = await add({ asked: true });
  const filter = { field: `${asked.id}:A-17` };
  const rule = { id: crypto.randomUUID(), name: 'M', event: 'filed' as const, filter, tags: ['meter'] };
  await scene.supervisor.call(saveRules, { body: { rules: [rule], version: 0 } });

  const ruled = await scene.file({ fields: JSON.stringify({ [asked.id]: 'A-17' }) });
  const name = await nameOf(scene.officer.id);
  const mentioning = await scene.file({ fields: JSON.stringify({ [asked.id]: `Officer ${name}` }) });

  expect((await rowOf(api, ruled)).row.tags).toEqual(['meter']);
  expect((await rowOf(api, mentioning)).row.recusedStaff).toEqual([scene.officer.id]);
});
