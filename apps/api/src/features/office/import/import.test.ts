import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDeskComplaint, listDeskComplaints, updateStaff } from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { verifyHistory } from '../../complaint/record/verify-history.ts';
import { importFile, kinds } from './import-file.ts';

const api = sharedTestApp();
let scene: Scene;
let office: string;
let topic: string;
beforeAll(async () => {
  scene = await createScene(api);
  const nameOf = async (table: string, id: string) =>
    (await api.pool.query<{ name: string }>(`select name from ${table} where id = $1`, [id])).rows[0]!.name;
  office = await nameOf('mda', scene.mdaId);
  topic = await nameOf('category', scene.fields().category);
});

const newFolder = () => mkdtemp(path.join(tmpdir(), 'import-'));

async function load(
  name: string,
  content: string | Uint8Array,
  { apply = true, ending = 'csv', folder = '', services = api.services } = {},
) {
  const file = path.join(folder || (await newFolder()), `rows.${ending}`);
  await writeFile(file, content);
  const result = await importFile(services, { kind: kinds[name]!, name, file, apply, progress: () => {} });
  const why = result.faults > 0 ? await readFile(result.faultFile, 'utf8') : '';
  return { ...result, why };
}
const count = async (from: string) => (await api.pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;

test('a file of Windows with semicolons and one of UTF-8 with a byte order mark bring the same names', async () => {
  const windows = Buffer.from('name;jurisdictions\nOffice des Forêts, Nord;yes\n', 'latin1');
  await load('mda', windows);
  await load('mda', '\uFEFFname,jurisdictions\n"Société, des eaux",no\n');

  const { rows } = await api.pool.query(`select name, jurisdiction_allowed from mda where name ~ 'For|Soc' order by 1`);
  expect(rows).toEqual([
    { name: 'Office des Forêts, Nord', jurisdiction_allowed: true },
    { name: 'Société, des eaux', jurisdiction_allowed: false },
  ]);
});

test('rows that do not fit come back with why, and nothing of the file is imported', async () => {
  const { faults, why } = await load(
    'category',
    'kind,name\ncomplaint,Fences\nfoo,Gates\ncomplaint,=fences\ncomplaint,fences\n',
  );

  expect(faults).toBe(2);
  expect(why).toContain('line,why,kind,name');
  expect(why).toContain('3,"kind: Write one of complaint, feedback.",foo,Gates');
  expect(why).toContain('5,name: It is there already.,complaint,fences');
  expect(await count(`category where name = 'Fences'`)).toBe(0);
});

test.each([
  ['a cell too many', 'kind,name\ncomplaint,Dams,x\n', '2,It has more or fewer cells than there are columns.'],
  ['a cell too few', 'kind,name\ncomplaint\n', '2,It has more or fewer cells than there are columns.'],
  ['a column that is not known', 'kind,name,colour\ncomplaint,Dams,red\n', '2,colour: There is no such column.'],
])('a row with %s comes back with why, and the rows after it are checked', async (_, text, why) => {
  const result = await load('category', `${text}foo,Dykes${text.includes('colour') ? ',x' : ''}\n`);

  expect(result).toMatchObject({ rows: 2, faults: 2 });
  expect(result.why).toContain(why);
});

test('quotes within a cell are text, rows of empty cells are left out, and two columns of one name end the import', async () => {
  await load('category', 'kind,name\ncomplaint,The "old" bridge\n,\n ,\n');

  expect(await count(`category where name = 'The "old" bridge'`)).toBe(1);
  await expect(load('category', 'kind,name,name\ncomplaint,First,Second\n')).rejects.toThrow(`two columns 'name'`);
});

test('a text file of a spreadsheet in UTF-16 with tabs is read', async () => {
  await load('category', Buffer.from('\uFEFFkind\tname\ncomplaint\tÉcoles\n', 'utf16le'));

  expect(await count(`category where name = 'Écoles'`)).toBe(1);
});

test('lines that are no JSON object, and rows with other fields, come back under the columns of their kind', async () => {
  const { why } = await load('category', '{broken\n["x"]\n{"name":"Dams"}\n', { ending: 'jsonl' });

  expect(why.trim().split('\r\n')).toEqual([
    'line,why,kind,name',
    '1,This is no JSON object.,,',
    '2,This is no JSON object.,,',
    '3,"kind: Write one of complaint, feedback.",,Dams',
  ]);
});

test('a dry run writes nothing', async () => {
  expect(await load('category', 'kind,name\ncomplaint,Bridges', { apply: false })).toMatchObject({
    rows: 1,
    faults: 0,
  });
  expect(await count(`category where name = 'Bridges'`)).toBe(0);
});

test('jurisdictions and saved replies find their MDA by its name', async () => {
  await load('jurisdiction', `mda,name\n${office},Far North`);
  await load('saved-reply', `mda,title,text,step\n${office},Hello,Thank you for writing.,reply`);

  expect(await count(`jurisdiction where name = 'Far North' and mda_id = '${scene.mdaId}'`)).toBe(1);
  expect(await count(`saved_reply where title = 'Hello' and owner_id is null`)).toBe(1);
  expect((await load('jurisdiction', 'mda,name\nNowhere,South')).why).toContain('mda: There is none of this name.');
});

test('staff arrive switched off, and letting one in waits for a second person', async () => {
  await load('staff', `email,first_name,last_name,role,mda\nNew@Office.example,New,Clerk,supervisor,${office}`);
  const find = async () =>
    (
      await api.pool.query(
        `select id, version, disabled_at, password_hash from account where email = 'new@office.example'`,
      )
    ).rows[0];
  const { id, version, ...clerk } = await find();
  expect(clerk).toMatchObject({ disabled_at: expect.any(Date), password_hash: null });

  const administrator = await api.staff('administrator');
  await api.staff('oversight');
  await administrator.call(updateStaff, { body: { id, disabled: false, version } });

  expect((await find()).disabled_at).not.toBeNull();
});

test('an agent needs a centre, and nobody else may have one', async () => {
  const people = [
    ['agent', 'Market Hall'],
    ['agent', ''],
    ['oversight', 'Market Hall'],
  ];
  const rows = people.map(([role, centre], n) => `a${n}@x.example,A,B,${role},${centre}`).join('\n');
  const { why } = await load('staff', `email,first_name,last_name,role,centre\n${rows}`);

  expect(why.match(/centre: /gu)).toHaveLength(2);
  await load('staff', `email,first_name,last_name,role,centre\na0@x.example,A,B,agent,Market Hall`);
  expect(await count(`account where email = 'a0@x.example' and centre = 'Market Hall'`)).toBe(1);
});

const old = (more: object) => ({
  ref: 'A-1',
  mda: office,
  category: topic,
  title: 'No water since March',
  description: '=The tap is <b>dry</b>.\nNobody came.',
  location: 'Hill Road',
  submitted: '2019-03-04T09:30:00Z',
  name: 'Ada Okafor',
  ...more,
});
const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

test('an old complaint keeps its history, is found by its old name, and its log verifies', async () => {
  const steps = [
    { at: '2019-03-05T08:00:00Z', action: 'note', text: 'Called the plumber' },
    { at: '2019-03-06T08:00:00Z', action: 'reply', text: 'We are coming.' },
    { at: '2019-04-01T08:00:00Z', action: 'resolve', text: 'The pipe is new.', outcome: 'partly' },
  ];
  await load('complaint', lines(old({ ref: 'OLD-7', steps, incident: '2018-01-31' })), { ending: 'jsonl' });

  const { items } = await scene.officer.call(listDeskComplaints, { query: { tag: 'old:OLD-7', state: 'resolved' } });
  const search = { q: 'plumber', state: 'resolved' };
  expect((await scene.officer.call(listDeskComplaints, { query: search })).items.map(({ id }) => id)).toEqual([
    items[0]?.id,
  ]);
  expect(items).toMatchObject([{ state: 'resolved', submittedDate: '2019-03-04T09:30:00.000Z', version: 5 }]);
  const shown = await scene.officer.call(getDeskComplaint, { params: { id: items[0]!.id } });
  expect(shown).toMatchObject({
    outcome: 'partly',
    incidentDate: '2018-01-31',
    reply: 'The pipe is new.',
    identity: 'confidential',
  });
  expect(shown.description).toContain('=The tap is &lt;b&gt;dry&lt;/b&gt;.');
  expect(shown.history.map(({ action }) => action)).toEqual(['submit', 'note', 'start', 'reply', 'resolve']);
  const { rows } = await api.pool.query(
    `select acknowledged_at, first_reply_at, first_reply_late, resolved_at from complaint
    where id = $1`,
    [items[0]!.id],
  );
  expect(rows[0]).toEqual({
    acknowledged_at: new Date('2019-03-06T08:00:00Z'),
    first_reply_at: new Date('2019-03-06T08:00:00Z'),
    first_reply_late: false,
    resolved_at: new Date('2019-04-01T08:00:00Z'),
  });
  const importedTo = await api.pool.query('select imported_version from complaint where id = $1', [items[0]!.id]);
  expect(importedTo.rows).toEqual([{ imported_version: 5 }]);
  const faults: string[] = [];
  await verifyHistory(api.services.db, (line) => faults.push(line));
  expect(faults).toEqual([]);
});

test('an old complaint that names a member of staff is hidden from them', async () => {
  const person = scene.officer;
  const { rows } = await api.pool.query('select first_name, last_name from account where id = $1', [person.id]);
  const title = `Complaint about ${rows[0].first_name} ${rows[0].last_name}`;
  await load('complaint', lines(old({ ref: 'named', title })), { ending: 'jsonl' });

  const query = { tag: 'old:named' };
  expect((await person.call(listDeskComplaints, { query })).items).toEqual([]);
  expect((await scene.supervisor.call(listDeskComplaints, { query })).items).toHaveLength(1);
});

test.each([
  [
    'a step that the state forbids',
    {
      steps: [
        { at: '2019-05-01T00:00:00Z', action: 'withdraw' },
        { at: '2019-05-02T00:00:00Z', action: 'reply', text: 'x' },
      ],
    },
    'steps: reply is not possible once it is withdrawn.',
  ],
  [
    'steps out of order',
    { steps: [{ at: '2018-05-01T00:00:00Z', action: 'note', text: 'x' }] },
    'steps: They do not stand in the order of time.',
  ],
  ['steps that are none', { steps: [{ action: 'dance' }] }, 'Each step is {at, action, text}.'],
  ['an unknown area', { area: 'nowhere' }, 'area: Invalid input.'],
  ['a NUL', { description: 'a\0b' }, 'It holds a character that is not allowed.'],
  ['half of a character', { description: 'a\ud800b' }, 'It holds a character that is not allowed.'],
  [
    'a NUL in a step',
    { steps: [{ at: '2019-05-01T00:00:00Z', action: 'note', text: 'a\0b' }] },
    'It holds a character that is not allowed.',
  ],
  ['a filing in the future', { submitted: '2099-01-01T00:00:00Z' }, 'submitted: This is in the future'],
  [
    'a step in the future',
    { steps: [{ at: '2099-01-01T00:00:00Z', action: 'note', text: 'x' }] },
    'Each step is {at, action, text}.',
  ],
  [
    'a filing in the year 0',
    { submitted: '0000-06-01T00:00:00Z' },
    'submitted: This is in the future, or before 1900.',
  ],
  ['an incident in the year 0', { incident: '0000-01-01' }, 'incident: '],
  [
    'a misspelt part of a step',
    { steps: [{ at: '2019-05-01T00:00:00Z', action: 'note', text: 'x', outcom: 'partly' }] },
    'Each step is {at, action, text}.',
  ],
  ['a column that is not known', { telephone: '+2348000000001' }, 'telephone: There is no such column.'],
  ['a day without a time', { submitted: '2019-03-04' }, 'submitted: Write a date and time'],
  ['an incident after it was filed', { incident: '2020-01-01' }, 'incident: It lies after it was submitted.'],
])('an old complaint with %s is refused', async (_, more, why) => {
  const result = await load('complaint', lines(old({ ref: 'bad', ...more })), { ending: 'jsonl' });

  expect(result.faults).toBe(1);
  expect(result.why).toContain(why);
});

test('three bad rows of many stop the import, and a second import of the same reference is refused', async () => {
  const many = Array.from({ length: 300 }, (_, number) => old({ ref: `many-${number}` }));
  const before = await count('complaint');
  const bad = [old({ ref: 'x', mda: 'Nowhere' }), old({ ref: 'many-1' }), { ref: 'y' }];

  expect((await load('complaint', lines(...many, ...bad), { ending: 'jsonl' })).faults).toBe(3);
  expect(await count('complaint')).toBe(before);
  expect(await load('complaint', lines(...many), { ending: 'jsonl' })).toMatchObject({ rows: 300, faults: 0 });
  expect(await count('complaint')).toBe(before + 300);
  expect((await load('complaint', lines(many[0]!), { ending: 'jsonl' })).why).toContain('ref: It is there already.');
});
