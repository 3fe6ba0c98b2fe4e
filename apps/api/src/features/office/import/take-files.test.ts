import { mkdir, mkdtemp, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDeskComplaint, listDeskComplaints } from '@baraza/contract';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { photo, voiceNote } from '../../../../test/support/media.ts';
import { letter } from '../../../../test/support/pdf.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { startFakeClamd } from '../../../../test/support/server/fake-clamd.ts';
import { tempFolder } from '../../../files/temp-files.ts';
import { importFile, kinds } from './import-file.ts';

const api = sharedTestApp();
let scene: Scene;
let names: { mda: string; category: string };
beforeAll(async () => {
  scene = await createScene(api);
  const nameOf = async (table: string, id: string) =>
    (await api.pool.query<{ name: string }>(`select name from ${table} where id = $1`, [id])).rows[0]!.name;
  names = {
    mda: await nameOf('mda', scene.mdaId),
    category: await nameOf('category', scene.fields().category),
  };
});

const stored = () => Array.fromAsync(api.services.files.keysBefore(new Date(Date.now() + 60_000)));
let folder: string;
let before: { keys: string[]; files: number };
const filesOfDatabase = async () => (await api.pool.query('select count(*)::int as n from file')).rows[0].n as number;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'import-')), 'old');
  await mkdir(folder);
  before = { keys: await stored(), files: await filesOfDatabase() };
});
const keptSince = async () => {
  const keys = (await stored()).filter((key) => !before.keys.includes(key));
  const temporary = (await readdir(tempFolder(api.services.settings.dataDir))).length;
  return { keys: keys.length, rows: (await filesOfDatabase()) - before.files, temporary };
};

const nothing = { keys: 0, rows: 0, temporary: 0 };

const old = (more: object) => ({
  ref: 'A-1',
  ...names,
  title: 'No water since March',
  description: 'The tap is dry.',
  location: 'Hill Road',
  submitted: '2019-03-04T09:30:00Z',
  ...more,
});

async function load(rows: readonly object[] | string, { apply = true, services = api.services } = {}) {
  const isText = typeof rows === 'string';
  const file = path.join(folder, isText ? 'rows.csv' : 'rows.jsonl');
  await writeFile(file, isText ? rows : rows.map((row) => JSON.stringify(row)).join('\n'));
  const importing = { kind: kinds['complaint']!, name: 'complaint', file, apply, progress: () => {} };
  const result = await importFile(services, importing);
  return { ...result, why: result.faults > 0 ? await readFile(result.faultFile, 'utf8') : '' };
}

async function show(ref: string) {
  const query = { tag: `old:${ref}`, state: 'resolved' } as const;
  const { items } = await scene.officer.call(listDeskComplaints, { query });
  return scene.officer.call(getDeskComplaint, { params: { id: items[0]!.id } });
}

test('an old complaint keeps what it was filed with and what its answers came with, without names and places', async () => {
  const withPlace = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } }).withExif({
    IFD0: { Artist: 'Ada Okafor' },
  });
  await mkdir(path.join(folder, 'photos'));
  await withPlace.jpeg().toFile(path.join(folder, 'photos', 'ada okafor.jpg'));
  await writeFile(path.join(folder, 'call.ogg'), voiceNote(), { mode: 0o400 });
  await writeFile(path.join(folder, 'letter to ada.pdf'), letter());
  const steps = [
    { at: '2019-03-06T08:00:00Z', action: 'reply', text: 'We are coming.' },
    { at: '2019-04-01T08:00:00Z', action: 'resolve', text: 'Done.', files: ['letter to ada.pdf'] },
  ];
  const source = await readFile(path.join(folder, 'call.ogg'));

  const files = ['photos/ada okafor.jpg', 'call.ogg'];
  expect(await load([old({ ref: 'filed', steps, files })])).toMatchObject({ rows: 1, faults: 0 });

  const shown = await show('filed');
  expect(shown.attachments).toMatchObject([
    { fileName: 'image 1.jpg', kind: 'image', contentType: 'image/jpeg' },
    { fileName: 'audio 2.ogg', kind: 'audio', contentType: 'audio/ogg' },
  ]);
  const [image, sound] = await Promise.all(
    shown.attachments.map(async ({ filePath }) => (await api.app.inject({ url: filePath })).rawPayload),
  );
  expect((await sharp(image).metadata()).exif).toBeUndefined();
  expect(sound!.includes('Ada')).toBe(false);
  const answers = shown.history.filter(({ attachments }) => attachments);
  expect(answers).toMatchObject([
    { action: 'resolve', attachments: [{ fileName: 'document 1.pdf', kind: 'document' }] },
  ]);
  expect(await keptSince()).toEqual({ keys: 3, rows: 3, temporary: 0 });
  // The copy was cleaned, not the file of the old system.
  expect(await readFile(path.join(folder, 'call.ogg'))).toEqual(source);
});

test('a spreadsheet of Windows names files with semicolons between them', async () => {
  await mkdir(path.join(folder, 'photos'));
  for (const name of ['one.png', 'two.png'])
    await writeFile(path.join(folder, 'photos', name), Buffer.from(await (await photo()).arrayBuffer()));
  const { mda, category } = names;

  const row = `csv;${mda};${category};No water;Dry.;Hill Road;2019-03-04T09:30:00Z;"photos\\one.png; photos\\two.png"`;
  await load(`ref;mda;category;title;description;location;submitted;files\n${row}\n`);

  expect(await keptSince()).toEqual({ keys: 2, rows: 2, temporary: 0 });
});

test('a dry run checks files and keeps none of them', async () => {
  await writeFile(path.join(folder, 'letter.pdf'), letter());
  await writeFile(path.join(folder, 'list.docx'), 'PK\u0003\u0004[Content_Types].xml');
  const rows = [old({ ref: 'dry-1', files: ['letter.pdf'] }), old({ ref: 'dry-2', files: ['list.docx'] })];

  expect((await load(rows, { apply: false })).why).toContain('files: list.docx: ');
  expect(await keptSince()).toEqual(nothing);
});

test('a dry run takes many files of many rows', async () => {
  await writeFile(path.join(folder, 'letter.pdf'), letter());
  const rows = ['many-1', 'many-2'].map((ref) => old({ ref, files: ['letter.pdf', 'letter.pdf'] }));

  expect(await load(rows, { apply: false })).toMatchObject({ rows: 2, faults: 0 });
  expect(await keptSince()).toEqual(nothing);
  expect(await load(rows)).toMatchObject({ rows: 2, faults: 0 });
  expect(await keptSince()).toEqual({ keys: 4, rows: 4, temporary: 0 });
});

test('no file outside the folder of the rows is read, by whatever name', async () => {
  await writeFile(path.join(folder, '..', 'secret.pdf'), letter());
  await symlink(path.join('..', 'secret.pdf'), path.join(folder, 'link.pdf'));
  const ways = [
    '../secret.pdf',
    '..\\secret.pdf',
    path.join(folder, '..', 'secret.pdf'),
    'link.pdf',
    '.',
    'a/none.pdf',
    'none.pdf',
  ];

  const { faults, why } = await load(ways.map((name, number) => old({ ref: `way-${number}`, files: [name] })));

  expect(faults).toBe(ways.length);
  expect(why.match(/is no file in the folder of the rows/gu)).toHaveLength(ways.length);
  expect(await keptSince()).toEqual(nothing);
});

test('a file that nobody could upload is refused with its name and why', async () => {
  await writeFile(path.join(folder, 'empty.pdf'), '');
  await writeFile(path.join(folder, 'large.mp4'), '');
  await truncate(path.join(folder, 'large.mp4'), 10 * 1024 * 1024 + 1);
  await writeFile(path.join(folder, 'page.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const note = { at: '2019-03-06T08:00:00Z', action: 'note', text: 'x', files: ['empty.pdf'] };

  const { why } = await load([
    old({ ref: 'bad-1', files: ['empty.pdf', 'page.svg'] }),
    old({ ref: 'bad-2', files: ['large.mp4'] }),
    old({ ref: 'bad-3', steps: [note] }),
    old({ ref: 'bad-4', files: Array.from({ length: 51 }, () => 'empty.pdf') }),
  ]);

  expect(why).toMatch(/files: empty\.pdf: .+ page\.svg: /u);
  expect(why).toContain('large.mp4: ');
  expect(why).toContain('steps: note takes no files.');
  expect(why).toContain('files: A complaint can hold at most 50 files.');
});

test('once a row does not fit, no file stays, neither of rows before it nor of rows behind it', async () => {
  await writeFile(path.join(folder, 'letter.pdf'), letter());
  const rows = ['late-1', 'late-2', 'late-3'].map((ref) => old({ ref, files: ['letter.pdf'] }));
  Object.assign(rows[1]!, { mda: 'Nowhere' });

  expect((await load(rows)).faults).toBe(1);
  expect(await keptSince()).toEqual(nothing);
});

test('files are scanned for viruses; without a verdict the import stops', async () => {
  await writeFile(path.join(folder, 'letter.pdf'), letter());
  const scanner = await startFakeClamd({ answer: () => 'stream: Test.Marker.UNOFFICIAL FOUND' });
  const services = { ...api.services, settings: { ...api.services.settings, clamdUrl: scanner.url } };
  const rows = [old({ ref: 'virus', files: ['letter.pdf'] })];

  expect((await load(rows, { services })).why).toContain('letter.pdf: ');
  await scanner.close();
  await expect(load(rows, { services })).rejects.toThrow('Files cannot be checked');
  expect(await keptSince()).toEqual(nothing);
});
