import {
  getComplaint,
  getDeskComplaint,
  listAreas,
  listDeskComplaints,
  message,
  submitComplaint,
  submitGuestComplaint,
} from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { demoAreas } from '../../demo/seed/demo-data.ts';
import { downloadReport } from '../report/export-report.ts';
import { loadAreas, readAreas } from './load-areas.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const csv = (...lines: string[]) => Buffer.from(['code,name,parent', ...lines].join('\n'));
const load = (...lines: string[]) => loadAreas(api.services.db, csv(...lines));

test('areas are read with their parents, in any order of the file’s lines', () => {
  expect(readAreas(csv('L-1,"Ikeja, North",L', '', 'L,Lagos,'))).toEqual([
    { code: 'L-1', name: 'Ikeja, North', parent: 'L', level: 2, fullName: 'Ikeja, North, Lagos' },
    { code: 'L', name: 'Lagos', parent: null, level: 1, fullName: 'Lagos' },
  ]);
  expect(demoAreas.filter(({ level }) => level === 3).length).toBeGreaterThan(10);
});

test.each([
  ['a code twice', csv('L,Lagos,', 'L,Kano,'), 'Line 3: the code L stands in line 2 too.'],
  ['an unknown parent', csv('L-1,Ikeja,L'), 'Line 2: there is no area with the code L.'],
  ['a circle', csv('A,A,B', 'B,B,A'), 'Line 2: A lies in itself.'],
  ['no name', csv('L,,'), 'Line 2: the name must have 1 to 100 characters.'],
  ['no code', csv(',Lagos,'), 'Line 2: the code must have 1 to 40 characters.'],
  ['a control character', csv('L,La\0gos,'), 'Line 2: the name'],
  ['too many levels', csv('1,1,', ...[2, 3, 4, 5, 6, 7].map((n) => `${n},${n},${n - 1}`)), 'Line 8: it lies 7 levels'],
  ['a missing cell', csv('L,Lagos'), 'on line 2'],
  ['other columns', Buffer.from('id,name\n1,x'), 'must name the columns code, name and parent'],
  ['nothing', csv(), 'contains no area'],
  ['another encoding', Buffer.from([...csv('L,'), 0xe9]), 'not in UTF-8'],
])('a file of areas with %s is refused with a message', (_, bytes, words) => {
  expect(() => readAreas(bytes)).toThrow(words);
});

test('a new list of areas renames and adds some, and keeps those that complaints name', async () => {
  expect(await load('L,Lagos,', 'L-1,Ikeja,L', 'L-2,Epe,L')).toEqual({ loaded: 3, retired: 0 });
  const id = await scene.file({ area: 'L-1' });
  await expect(load('L,Lagos,', 'L,Kano,')).rejects.toThrow('Nothing was loaded');
  expect((await api.call(listAreas)).map(({ code }) => code)).toEqual(['L', 'L-2', 'L-1']);

  expect(await load('L,Lagos State,', 'L-3,Badagry,L')).toEqual({ loaded: 2, retired: 2 });
  expect(await api.call(listAreas)).toEqual([
    { code: 'L', name: 'Lagos State', parent: null },
    { code: 'L-3', name: 'Badagry', parent: 'L' },
  ]);
  const area = { id: 'L-1', name: 'Ikeja, Lagos' };
  expect(await scene.citizen.call(getComplaint, { params: { id } })).toMatchObject({ area });
  const { rows } = await api.pool.query(`select detail from audit where action = 'area.changed' order by at`);
  expect(rows).toEqual([{ detail: { loaded: 3, retired: 0 } }, { detail: { loaded: 2, retired: 2 } }]);
  await load('L,Lagos,', 'L-1,Ikeja,L', 'L-2,Epe,L');
});

test('a complaint may name an area, which staff read, filter by and export', async () => {
  await load('L,Lagos,', 'L-1,Ikeja,L', 'L-2,Epe,L', 'K,Kano,');
  const [inIkeja, inLagos, inKano, nowhere] = [
    await scene.file({ area: 'L-1' }),
    await scene.file({ area: 'L' }),
    await scene.file({ area: 'K' }),
    await scene.file({ area: '' }),
  ];
  const read = (id: string) => scene.officer.call(getDeskComplaint, { params: { id } });
  expect(await read(inIkeja)).toMatchObject({ area: { id: 'L-1', name: 'Ikeja, Lagos' } });
  expect(await read(nowhere)).toMatchObject({ area: null });
  const found = async (area: string) =>
    (await scene.officer.call(listDeskComplaints, { query: { area, limit: 100 } })).items.map(({ id }) => id);
  expect(await found('L')).toEqual(expect.arrayContaining([inIkeja, inLagos]));
  expect(await found('L')).not.toContain(inKano);
  expect(await found('L-1')).not.toContain(inLagos);
  expect(await found('nowhere')).toEqual([]);
  expect(await found('')).toContain(nowhere);

  const span = { readerId: scene.supervisor.id, mdaId: scene.mdaId, from: '2026-05-01', to: '2026-05-31' };
  const report = await (await downloadReport(api.services.db, span, api.clock.now())).stream.toArray();
  expect(report.join('')).toContain('"Ikeja, Lagos"');
});

test('a complaint with an unknown area is refused, with an account and without', async () => {
  await load('L,Lagos,');
  const fields = { area: message.invalid };
  for (const area of ['K', 'L-1']) {
    const form = scene.fields({ area });
    expect(await failure(scene.citizen.call(submitComplaint, { form }))).toMatchObject({ fields });
    expect(await failure(api.call(submitGuestComplaint, { form: { ...form, identity: 'anonymous' } }))).toMatchObject({
      fields,
    });
  }
  const form = { ...scene.fields({ area: 'L' }), identity: 'anonymous' as const };
  const { id } = await api.call(submitGuestComplaint, { form });
  expect(await scene.officer.call(getDeskComplaint, { params: { id } })).toMatchObject({ area: { name: 'Lagos' } });
});
