import {
  getComplaint,
  getDeskComplaint,
  listComplaints,
  listDeskComplaints,
  message,
  type NewComplaint,
  submitComplaint,
  submitGuestComplaint,
} from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { downloadReport } from '../../public/report/export-report.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const ikeja = { lat: '6.5243749', lon: '-3.37920549', accuracy: '25' };
const stored = { lat: 6.52437, lon: -3.37921, accuracy: 25 };
const asks = { limit: 100 };

test('the point of a complaint is stored to the metre and shown to citizen, MDA and export', async () => {
  const filed = await scene.citizen.call(submitComplaint, { form: scene.fields(ikeja) });
  const read = { params: { id: filed.id } };
  expect(filed.point).toEqual(stored);
  expect((await scene.citizen.call(getComplaint, read)).point).toEqual(stored);
  expect((await scene.officer.call(getDeskComplaint, read)).point).toEqual(stored);
  const span = { readerId: scene.supervisor.id, mdaId: scene.mdaId, from: '2026-05-01', to: '2026-05-31' };
  const report = await (await downloadReport(api.services.db, span, api.clock.now())).stream.toArray();
  expect(report.join('')).toContain(',6.52437,-3.37921,25,');
});

test('lists, other MDAs and public pages do not show a complaint’s coordinates', async () => {
  const form = { ...scene.fields(ikeja), identity: 'anonymous' as const };
  const { id } = await api.call(submitGuestComplaint, { form });
  expect((await scene.officer.call(getDeskComplaint, { params: { id } })).point).toEqual(stored);
  expect(await failure(scene.neighbour.call(getDeskComplaint, { params: { id } }))).toMatchObject({ status: 404 });
  const lists = [
    await scene.citizen.call(listComplaints, { query: asks }),
    await scene.officer.call(listDeskComplaints, { query: asks }),
    ...(await Promise.all(
      ['/api/numbers', '/api/public/choices', '/data.json', '/data/numbers.csv', '/data/complaints.csv'].map(
        async (url) => (await api.app.inject(url)).body,
      ),
    )),
  ];
  expect(JSON.stringify(lists)).not.toContain('6.52437');
});

test('a complaint can come without a point, and a point without its accuracy', async () => {
  const pointOf = async (given: Partial<NewComplaint>) =>
    (await scene.citizen.call(submitComplaint, { form: scene.fields(given) })).point;
  expect(await pointOf({})).toBeNull();
  expect(await pointOf({ lat: '', lon: '', accuracy: '' })).toBeNull();
  expect(await pointOf({ lat: '0', lon: '-180' })).toEqual({ lat: 0, lon: -180, accuracy: null });
});

test.each([
  ['a latitude alone', { lat: '6.5' }, ['lat']],
  ['a longitude alone', { lon: '6.5' }, ['lat']],
  ['a latitude beyond the pole', { lat: '90.1', lon: '0' }, ['lat']],
  ['a longitude beyond half the globe', { lat: '0', lon: '-180.5' }, ['lon']],
  ['words', { lat: 'north', lon: 'NaN' }, ['lat', 'lon']],
  ['another notation', { lat: '1e1', lon: '0x10' }, ['lat', 'lon']],
  ['half a metre', { lat: '1', lon: '1', accuracy: '0.5' }, ['accuracy']],
  ['no distance', { lat: '1', lon: '1', accuracy: '-1' }, ['accuracy']],
  ['more than the globe', { lat: '1', lon: '1', accuracy: '999999999999' }, ['accuracy']],
])('a complaint with %s as its point is refused, with and without an account', async (_, given, fields) => {
  const form = scene.fields(given);
  const faults = { status: 400, fields: Object.fromEntries(fields.map((name) => [name, message.coordinates])) };
  expect(await failure(scene.citizen.call(submitComplaint, { form }))).toMatchObject(faults);
  const guest = { form: { ...form, identity: 'anonymous' as const } };
  expect(await failure(api.call(submitGuestComplaint, guest))).toMatchObject(faults);
});
