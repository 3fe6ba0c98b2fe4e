import { execFileSync } from 'node:child_process';
import { programMessage } from '@baraza/contract';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditedBy } from '../../test/support/audited.ts';
import { createScene, rowOf, type Scene } from '../../test/support/complaints.ts';
import { createProgram } from '../../test/support/programs.ts';
import { createTestApp, sharedTestApp } from '../../test/support/server/app.ts';
import { findProgram } from '../../test/support/server/listen.ts';

/* A walker of GeoReport v2 that reads XML with a parser of somebody else. */

const api = sharedTestApp();
let scene: Scene;
let key: string;
let place: { service: string; mda: string };
beforeAll(async () => {
  scene = await createScene(api);
  const scopes = ['complaint:read', 'complaint:file'] as const;
  key = (await createProgram(api, { mdaId: scene.mdaId, scopes })).token;
  place = { service: scene.fields().category, mda: scene.mdaId };
});

const base = '/open311/v2';
const get = (path: string, remoteAddress = '192.0.2.1') => api.app.inject({ url: path, remoteAddress });
const post = (fields: Record<string, string>, format = 'json', headers = {}) =>
  api.app.inject({
    method: 'POST',
    url: `${base}/requests.${format}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ api_key: key, service_code: place.service, ...fields }).toString(),
  });
const filing = {
  description: 'The tap <b>has been dry</b> & dusty\nsince Monday',
  address_string: 'Hill Road 4',
  first_name: 'Ada',
  last_name: 'Okafor',
  phone: '+234 800 000 0001',
};
const file = async (more: Record<string, string> = {}) => {
  const [filed] = (await post({ ...filing, ...more })).json<{ service_request_id: string; service_notice: string }[]>();
  return filed!;
};

/** The names and texts below the root of an XML document; throws where it is not well-formed. */
function readXml(body: string): { root: string; texts: (name: string) => string[] } {
  expect(body).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>/u);
  const fail = (_: unknown, why: string) => {
    throw new Error(why);
  };
  const document = new DOMParser({ onError: fail }).parseFromString(body, 'text/xml');
  const texts = (name: string) => [...document.getElementsByTagName(name)].map((one: Element) => one.textContent ?? '');
  return { root: document.documentElement!.tagName, texts };
}

test('a walker finds its way from discovery to a filed request in XML', async () => {
  const discovery = readXml((await get('/open311/discovery.xml')).body);
  expect(discovery.root).toBe('discovery');
  for (const name of ['changeset', 'contact', 'key_service', 'specification', 'type', 'format'])
    expect(discovery.texts(name)[0]).toBeTruthy();
  const root = new URL(discovery.texts('url')[0]!).pathname;

  const services = await get(`${root}/services.xml`);
  expect(services.headers['content-type']).toBe('text/xml; charset=utf-8');
  const codes = readXml(services.body).texts('service_code');
  expect(codes).toContain(place.service);
  expect(readXml(services.body).texts('metadata')).toEqual(codes.map(() => 'true'));

  const definition = readXml((await get(`${root}/services/${place.service}.xml`)).body);
  expect(definition.root).toBe('service_definition');
  expect(definition.texts('code')).toEqual(['mda', 'title', 'incident_date']);
  expect(definition.texts('key')).toContain(place.mda);

  const filed = readXml((await post({ ...filing, 'attribute[mda]': place.mda }, 'xml')).body);
  expect(filed.root).toBe('service_requests');
  const [id = ''] = filed.texts('service_request_id');
  const request = readXml((await get(`${root}/requests/${id}.xml`)).body);
  expect(request.texts('status')).toEqual(['open']);
  expect(readXml((await get(`${root}/tokens/${id}.xml`)).body).texts('service_request_id')).toEqual([id]);
});

test('what is filed is confidential, keeps its words as text, and its notice holds the receipt code', async () => {
  const { service_request_id: trackingId, service_notice: notice } = await file();

  const { rows } = await api.pool.query<{ id: string }>('select id from complaint where tracking_id = $1', [
    trackingId,
  ]);
  const { row } = await rowOf(api, rows[0]!.id);
  expect(row).toMatchObject({
    identity: 'confidential',
    source: 'open311',
    mdaId: place.mda,
    location: 'Hill Road 4',
    title: 'The tap <b>has been dry</b> & dusty',
    descriptionText: expect.stringContaining('<b>has been dry</b> & dusty'),
  });
  expect(notice).toMatch(/^Receipt code \d{16}:/u);
});

test('the one read that needs no token tells status and dates, and neither text nor office', async () => {
  const { service_request_id: id } = await file();

  const [request] = (await get(`${base}/requests/${id}.json`)).json<object[]>();

  expect(request).toEqual({
    service_request_id: id,
    status: 'open',
    requested_datetime: expect.stringMatching(/Z$/u),
    updated_datetime: expect.stringMatching(/Z$/u),
  });
});

test('guesses at IDs end with 429 after ten of a network, where the right ID still answers', async () => {
  const { service_request_id: id } = await file();
  const guess = (number: number) => get(`${base}/requests/SDP-26-2222${number + 22}.json`, '192.0.2.77');

  const statuses: number[] = [];
  for (let number = 0; number < 11; number += 1) statuses.push((await guess(number)).statusCode);

  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  expect((await get(`${base}/requests/${id}.json`, '192.0.2.77')).statusCode).toBe(200);
});

test('lists and updates need a token and hold what it sees, by page, state, service and ID', async () => {
  for (const list of ['requests', 'servicerequestupdates'])
    expect((await get(`${base}/${list}.json`)).json()).toEqual([{ code: 403, description: expect.any(String) }]);
  const ids = [(await file()).service_request_id, (await file()).service_request_id];
  const foreign = await createProgram(api, { mdaId: (await api.mda()).id, scopes: ['complaint:read'] });
  const list = async (query: string, token = key) =>
    (await get(`${base}/requests.json?api_key=${token}&${query}`)).json<Record<string, string>[]>();
  const named = `service_request_id=${ids.join()}`;

  expect(new Set((await list(named)).map((row) => row['service_request_id']))).toEqual(new Set(ids));
  expect(await list(named, foreign.token)).toEqual([]);
  const [page1, page2] = [await list('page=1&page_size=1'), await list('page=2&page_size=1')];
  expect([page1.length, page2.length]).toEqual([1, 1]);
  expect(page1).not.toEqual(page2);
  expect(page1[0]).toMatchObject({ service_code: place.service, status: 'open' });
  expect(JSON.stringify(page1)).not.toContain('dry');
  expect(await list('status=closed')).toEqual([]);
  expect((await list(`service_code=${place.service}&status=open`)).length).toBeGreaterThan(1);
  expect(await list('end_date=2020-01-01T00:00:00Z')).toEqual([]);
});

test('an argument that is empty counts as absent, and one that is repeated as a list', async () => {
  const { service_request_id: id } = await file();
  const list = (query: string) => get(`${base}/requests.json?api_key=${key}&${query}`);

  const empty = await list('service_request_id=&service_code=&status=&start_date=&end_date=&page=&page_size=');
  expect(empty.json()).toContainEqual(expect.objectContaining({ service_request_id: id }));
  expect((await list('status=open&status=closed')).json()).toEqual(empty.json());
});

test('a list holds up to 1,000 unless the query names a size', async () => {
  const ids = (await Promise.all(Array.from({ length: 101 }, () => file()))).map((filed) => filed.service_request_id);

  const listed = (await get(`${base}/requests.json?api_key=${key}`)).json<Record<string, string>[]>();

  expect(listed.map((row) => row['service_request_id'])).toEqual(expect.arrayContaining(ids));
});

test.each([
  ['in UTC', 'T00:00:00Z', 200],
  ['with an offset', 'T00:00:00%2B01:00', 200],
  ['with the plus of its offset unescaped', 'T00:00:00+01:00', 200],
  ['with a fraction', 'T00:00:00.250-05:00', 200],
  ['without seconds', 'T00:00Z', 200],
  ['without a zone', 'T00:00:00', 400],
  ['with a zone that the database lacks', 'T00:00:00%2B23:00', 200],
  ['without a time', '', 400],
])('a date %s is answered with %s', async (_, time, status) => {
  const dates = `start_date=2026-05-04${time}&end_date=2026-05-05${time}`;

  for (const list of ['requests', 'servicerequestupdates'])
    expect((await get(`${base}/${list}.json?api_key=${key}&${dates}`)).statusCode).toBe(status);
});

test('updates are in the audit trail under the name of the program, each complaint once', async () => {
  const reader = await createProgram(api, { mdaId: (await api.mda()).id, scopes: ['complaint:read'] });
  const other = await createScene(api);
  const by = await createProgram(api, { mdaId: other.mdaId, scopes: ['complaint:read'] });
  const id = await other.fileIn('in_progress');
  await other.act(other.officer, id, 'reply');
  const { trackingId } = (await rowOf(api, id)).row;

  for (const { token } of [by, by, reader])
    expect((await get(`${base}/servicerequestupdates.json?api_key=${token}`)).statusCode).toBe(200);

  const shown = (await auditedBy(api, by)).map(({ action, detail }) => [action, detail?.['shown']]);
  expect(shown).toEqual([['complaint.listed', trackingId]]);
  expect(await auditedBy(api, reader)).toEqual([]);
});

test('an update tells its step as a code for words of the reader’s own, and filing is none', async () => {
  const { service_request_id: id } = await file();
  const { row } = await rowOf(api, await scene.fileIn('in_progress'));

  const { body } = await get(`${base}/servicerequestupdates.json?api_key=${key}`);

  expect(JSON.parse(body)).toContainEqual(
    expect.objectContaining({
      service_request_id: row.trackingId,
      description: '',
      external_status_code: 'start',
    }),
  );
  expect(body).not.toContain(id);
  expect(body).not.toContain('dry');
});

test.each([
  ['start_date', '0000-01-01T00:00:00Z'],
  ['end_date', '9999-12-31T23:59:59-23:00'],
])('a %s of %s is refused by its name', async (name, date) => {
  for (const list of ['requests', 'servicerequestupdates']) {
    const answer = await get(`${base}/${list}.json?api_key=${key}&${name}=${date}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual([{ code: 400, description: `${name}: ${programMessage.moment}` }]);
  }
});

test('updates are those of the last day, unless the query names a beginning', async () => {
  const { row } = await rowOf(api, await scene.fileIn('in_progress'));
  const list = async (query: string) =>
    (await get(`${base}/servicerequestupdates.json?api_key=${key}&${query}`)).json<Record<string, string>[]>();
  const of = (updates: Record<string, string>[]) =>
    updates.filter((update) => update['service_request_id'] === row.trackingId).length;
  const at = (days: number) => new Date(api.services.clock.now().getTime() + days * 24 * 3_600_000).toISOString();

  expect(of(await list(`end_date=${at(0.9)}`))).toBe(1);
  expect(of(await list(`end_date=${at(1.1)}`))).toBe(0);
  expect(of(await list(`start_date=${at(-1)}&end_date=${at(1.1)}`))).toBe(1);
});

test('the changeset of the discovery is today, not later', async () => {
  const { changeset } = (await get('/open311/discovery.json')).json<{ changeset: string }>();

  expect(Date.parse(changeset)).toBeLessThanOrEqual(api.services.clock.now().getTime());
});

test('branches are offered under the names of their offices, if there are any', async () => {
  const read = async () => readXml((await get(`${base}/services/${place.service}.xml`)).body);
  expect((await read()).texts('code')).not.toContain('jurisdiction');
  await api.mda({ name: 'City Council', jurisdictions: ['Old Town'] });

  const definition = await read();

  expect(definition.texts('code')).toContain('jurisdiction');
  expect(definition.texts('name')).toContain('City Council: Old Town');
});

test('a closed complaint is closed, and its update tells so', async () => {
  const id = await scene.fileIn('resolved');
  const { row } = await rowOf(api, id);
  const ask = async (path: string) => (await get(`${base}/${path}`)).json<object[]>();

  expect(await ask(`requests/${row.trackingId}.json`)).toMatchObject([{ status: 'closed' }]);
  expect(await ask(`servicerequestupdates.json?api_key=${key}`)).toContainEqual(
    expect.objectContaining({ service_request_id: row.trackingId, status: 'closed', external_status_code: 'resolve' }),
  );
});

test.each([
  ['an unknown service', `${base}/services/nothing.xml`, 404],
  ['an unknown service by ID', `${base}/services/00000000-0000-4000-8000-000000000001.xml`, 404],
  ['an unknown jurisdiction', `${base}/services.xml?jurisdiction_id=elsewhere.example`, 404],
  ['a list without a token', `${base}/requests.xml`, 403],
  ['a list with a made-up token', `${base}/requests.xml?api_key=brz_00000000_${'a'.repeat(43)}`, 403],
  ['another format', `${base}/services.csv`, 404],
  ['an unknown call', `${base}/inquiries.xml`, 404],
])('%s is refused in the shape of the standard', async (_, url, code) => {
  const { statusCode, body } = await get(url);

  expect(statusCode).toBe(code);
  const errors = readXml(body);
  expect(errors.root).toBe('errors');
  expect(errors.texts('code')).toEqual([String(code)]);
  expect(errors.texts('description')[0]).toBeTruthy();
});

test('an update that a program posts is refused in the shape of the standard, as none is taken', async () => {
  const answer = await api.app.inject({ method: 'POST', url: `${base}/servicerequestupdates.xml` });

  expect(answer.statusCode).toBe(404);
  expect(readXml(answer.body).texts('code')).toEqual(['404']);
});

test.each([
  ['an unknown service', { service_code: '00000000-0000-4000-8000-000000000001' }, 404],
  ['no description', { description: '' }, 400],
  ['more than 4,000 characters', { description: 'x'.repeat(4_001) }, 400],
  ['no place', { address_string: '' }, 400],
  ['half a point', { address_string: '', lat: '6.5' }, 400],
  ['a latitude of 95', { lat: '95', long: '3' }, 400],
  ['an unknown area', { address_id: 'nowhere' }, 400],
  ['another office than that of the token', { 'attribute[mda]': '00000000-0000-4000-8000-000000000001' }, 403],
  ['a NUL', { description: 'a\0b' }, 400],
  ['no key', { api_key: '' }, 403],
])('filing with %s is refused', async (_, fields, code) => {
  const answer = await post({ ...filing, ...fields });

  expect(answer.json<{ code: number }[]>()[0]).toMatchObject({ code });
  expect(answer.statusCode).toBe(code);
});

test('what a filing lacks is named as the program sends it', async () => {
  const answer = await post({ ...filing, address_id: 'nowhere' });

  expect(answer.json()).toEqual([{ code: 400, description: expect.stringMatching(/^address_id: /) }]);
});

test('a filing that is sent again with its Idempotency-Key has the same ID', async () => {
  const headers = { 'idempotency-key': 'from-the-app-1' };

  const [first, again] = [await post(filing, 'json', headers), await post(filing, 'json', headers)];

  expect(again.json()).toEqual(first.json());
});

test('a token that may only file lists nothing, and one that may only read files nothing', async () => {
  const [filer, reader] = await Promise.all(
    (['complaint:file', 'complaint:read'] as const).map((scope) =>
      createProgram(api, { mdaId: scene.mdaId, scopes: [scope] }),
    ),
  );

  expect((await get(`${base}/requests.json?api_key=${filer!.token}`)).statusCode).toBe(403);
  expect((await post({ ...filing, api_key: reader!.token })).statusCode).toBe(403);
});

test('a form of another type is refused by its name, and a missing field as one', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x' };
  const payload = '--x\r\ncontent-disposition: form-data; name="description"\r\n\r\nDry\r\n--x--\r\n';
  const multipart = await api.app.inject({ method: 'POST', url: `${base}/requests.json`, headers, payload });
  expect([multipart.statusCode, multipart.body]).toEqual([415, expect.stringContaining('x-www-form-urlencoded')]);
  expect((await post({})).json()).toContainEqual({ code: 400, description: 'description: This field is required.' });
});

test('xmllint finds every answer in XML well-formed, refusals too', { tags: 'full', timeout: 180_000 }, async () => {
  const xmllint = findProgram('xmllint') as string;
  const { service_request_id: id } = await file({ description: ']]> & <b>"quoted"</b> \u{1f6b0} \u2028' });
  const pages = [
    'services',
    `services/${place.service}`,
    'services/none',
    `requests/${id}`,
    'requests/none',
    `tokens/${id}`,
  ];
  const addresses = pages.map((page) => `${base}/${page}.xml`);
  const answers = [
    await get('/open311/discovery.xml'),
    ...(await Promise.all([...addresses, `${base}/requests.xml?api_key=${key}`].map((url) => get(url)))),
    await post(filing, 'xml'),
    await post({ ...filing, service_code: 'none' }, 'xml'),
  ];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 404, 200, 404, 200, 200, 200, 404]);
  for (const { body } of answers) execFileSync(xmllint, ['--noout', '--nonet', '-'], { input: body });
});

test('a program has one limit here and at the other calls, and reads what is left of it', async () => {
  const few = await createTestApp({ rates: { session: { max: 2, seconds: 60 } } });
  onTestFinished(() => few.close());
  const { id: mdaId } = await few.mda();
  const { token } = await createProgram(few, { mdaId, scopes: ['complaint:read'] });
  const ask = (url: string) => few.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

  const first = await ask(`${base}/requests.json`);
  const rest = [
    await ask('/api/desk/complaint'),
    await ask(`${base}/requests.json`),
    await ask(`${base}/requests.xml`),
  ];

  expect(first.headers).toMatchObject({
    'ratelimit-policy': '"session";q=2;w=60',
    ratelimit: expect.stringMatching(/^"session";r=1;t=\d+$/u),
  });
  expect(rest.map(({ statusCode }) => statusCode)).toEqual([200, 429, 429]);
  expect(rest[1]!.headers).toHaveProperty('retry-after');
});
