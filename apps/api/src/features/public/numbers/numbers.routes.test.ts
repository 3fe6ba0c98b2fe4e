import { getNumbers, type NewComplaint } from '@baraza/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { publishNumbers } from './publish-numbers.ts';

let api: TestApp;
let scene: Scene;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-06-01T09:00:00Z' });
  scene = await createScene(api);
});
afterAll(() => api.close());

const goTo = (at: string) => api.clock.advance(Date.parse(at) - api.clock.now().getTime());
const publish = () => publishNumbers(api.services, 7);
const numbersOf = (month?: string) => api.call(getNumbers, { query: { month } });
const fileMany = async (count: number, given?: Partial<NewComplaint>) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await scene.file(given));
  return ids;
};

test('before the first month is published, the public numbers name the month to come', async () => {
  expect(await numbersOf()).toEqual({ months: [], next: '2026-05', numbers: null });
});

test('public numbers of a month are published on the fifth of the next and never change', async () => {
  const ids = await fileMany(24);
  for (const id of ids.slice(0, 20)) {
    await scene.act(scene.officer, id, 'start');
    await scene.act(scene.officer, id, 'resolve');
  }
  goTo('2026-07-04T12:00:00Z');
  await publish();
  expect((await numbersOf()).months).toEqual([]);

  goTo('2026-07-05T12:00:00Z');
  await publish();
  const { months, next, numbers } = await numbersOf('2026-06');
  expect([months, next]).toEqual([['2026-06'], '2026-07']);
  const [name] = (await api.pool.query<{ name: string }>('select name from mda where id = $1', [scene.mdaId])).rows;
  expect(numbers?.agencies.find((agency) => agency.name === name?.name)).toMatchObject({
    received: 25,
    due: 25,
    kept: 20,
    reopened: 5,
    days: 0,
    group: null,
  });

  await scene.act(scene.officer, ids[23]!, 'start');
  await publish();
  expect((await numbersOf('2026-06')).numbers).toEqual(numbers);
  await expect(api.pool.query(`update public_numbers set month = '2026-05'`)).rejects.toThrow('append-only');
  await expect(api.pool.query('delete from public_numbers')).rejects.toThrow('append-only');
});

test('missed months of the public numbers are published later, each from the events until its end', async () => {
  const [id = ''] = await fileMany(1);
  goTo('2026-08-20T12:00:00Z');
  await scene.act(scene.officer, id, 'start');
  goTo('2026-09-20T12:00:00Z');
  await publish();
  expect((await numbersOf()).months).toEqual(['2026-06', '2026-07', '2026-08']);
});

test('a request for an unpublished or malformed month is refused with a message', async () => {
  await expect(numbersOf('2031-01')).rejects.toMatchObject({ status: 404 });
  await expect(numbersOf('2026-13')).rejects.toMatchObject({ status: 400 });
  await expect(numbersOf("2026-06'--")).rejects.toMatchObject({ status: 400 });
});

test('the public numbers may be cached', async () => {
  for (const url of ['/api/numbers', '/data.json', '/data/complaints.csv', '/data/areas.csv', '/data/holidays.ics']) {
    expect((await api.app.inject(url)).headers['cache-control']).toBe('public, max-age=300');
  }
});

test('the public CSV has the columns of GeoReport Bulk and a row for each agency and month', async () => {
  const response = await api.app.inject('/data/complaints.csv');
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const rows: Record<string, string>[] = parse(response.body, { columns: true, bom: true });
  const bulk =
    'service_request_id requested_datetime updated_datetime closed_date status_description status_notes source';
  const rest = 'service_name service_subtype description agency_responsible address lat long';
  expect(Object.keys(rows[0] ?? {}).slice(0, 14)).toEqual(`${bulk} ${rest}`.split(' '));
  const { numbers } = await numbersOf('2026-06');
  const ofJune = rows.filter((row) => row['requested_datetime'] === '2026-06-01' && row['service_name'] === '');
  expect(ofJune.map((row) => [row['agency_responsible'], Number(row['complaints_due'])])).toEqual(
    numbers?.agencies.map(({ name, due }) => [name, due]),
  );
  expect(new Set(rows.map((row) => row['service_request_id'])).size).toBe(rows.length);
});

test('the data catalogue contains all that DCAT requires, and links the file', async () => {
  const response = await api.app.inject('/data.json');
  const [dataset] = response.json<{ dataset: { distribution: { downloadURL: string }[] }[] }>().dataset;
  const words = expect.stringMatching(/./u) as string;
  expect(dataset).toMatchObject({
    identifier: words,
    title: words,
    description: words,
    keyword: [words, words, words],
    modified: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u) as string,
    accessLevel: 'public',
    publisher: { name: words },
    contactPoint: { fn: words, hasEmail: expect.stringMatching(/^mailto:./u) as string },
    distribution: [{ mediaType: 'text/csv', accessURL: expect.stringMatching(/\/numbers$/u) as string }],
  });
  const url = new URL(dataset!.distribution[0]!.downloadURL);
  expect((await api.app.inject(url.pathname)).statusCode).toBe(200);
});

test('each column of the open data is described, with the licence that the operator names', async () => {
  const dataLicense = 'https://creativecommons.org/licenses/by/4.0/';
  const app = await api.rebuild({ settings: { ...api.services.settings, dataLicense } });
  const { dataset } = (await app.inject('/data.json')).json<{
    dataset: { license: string; distribution: { downloadURL: string; describedBy: string }[] }[];
  }>();
  expect(dataset).toMatchObject([{ license: dataLicense }, { license: dataLicense }]);

  for (const [file] of dataset.map(({ distribution }) => distribution)) {
    const table = (await app.inject(new URL(file!.describedBy).pathname)).json<{
      tableSchema: { columns: { name: string; datatype: string; 'dc:description': string }[] };
    }>();
    const [heads] = parse((await app.inject(new URL(file!.downloadURL).pathname)).body, { bom: true, to: 1 });
    expect(table.tableSchema.columns.map(({ name }) => name)).toEqual(heads);
    expect(table.tableSchema.columns.some(({ datatype }) => datatype === 'number')).toBe(true);
    expect(table).toMatchObject({ 'dc:license': { '@id': dataLicense } });
  }
  await app.close();
});

test('the open data counts by the largest areas of which there are several, whatever lies within them', async () => {
  await api.pool
    .query(`insert into area (code, name, parent, level, full_name) values ('NG', 'Nigeria', null, 0, 'Nigeria'),
    ('KN', 'Kano', 'NG', 1, 'Kano'), ('LA', 'Lagos', 'NG', 1, 'Lagos'), ('LA-IK', 'Ikeja', 'LA', 2, 'Ikeja, Lagos')`);
  goTo('2026-10-02T12:00:00Z');
  await fileMany(9, { area: 'LA-IK' });
  await fileMany(3, { area: 'LA' });
  goTo('2026-11-05T12:00:00Z');
  await publish();

  const rows: Record<string, string>[] = parse((await api.app.inject('/data/areas.csv')).body, {
    columns: true,
    bom: true,
  });

  const row = (code: string, name: string, received: string) => ({
    month: '2026-10',
    area_code: code,
    area: name,
    complaints_received: received,
  });
  expect(rows.slice(-2)).toEqual([row('KN', 'Kano', '5'), row('LA', 'Lagos', '10')]);
});
