import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answerComplaint,
  getComplaint,
  getDeskComplaint,
  getPortalSettings,
  submitComplaint,
  submitGuestComplaint,
  transitionComplaint,
  translateAtDesk,
  translateForCitizen,
} from '@baraza/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { openAsGuest } from '../../../../test/support/guest.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

/*
 * The language of each message, and translations by the service of the operator.
 */

/** Stand-in for LibreTranslate; `reply` is its next response, null for none. */
const service = await new Promise<Server>((resolve) => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push(JSON.parse(body));
      if (reply !== null) response.writeHead(reply.status).end(reply.body);
    });
  }).listen(0, '127.0.0.1', () => resolve(server));
});
const asked: unknown[] = [];
const translated = { status: 200, body: JSON.stringify({ translatedText: 'The tap is dry.' }) };
let reply: { status: number; body: string } | null = translated;
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/translate`;
afterAll(() => service.close());

const api = sharedTestApp({ environment: { TRANSLATE_URL: url } });
const open = sharedTestApp({ environment: { TRANSLATE_URL: url, TRANSLATE_ANONYMOUS: '1' } });
const off = sharedTestApp();
const inFrench = { headers: { 'content-language': 'fr' } };
const inEnglish = { headers: { 'content-language': 'en' } };
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const french = { title: 'Robinet à sec', description: '<p>Depuis lundi.</p>' };
const file = async (at = scene, options = inFrench) =>
  (await at.citizen.call(submitComplaint, { form: at.fields(french), files: {} }, options)).id;
const atDesk = (person: Person, id: string, step = '1') =>
  person.call(translateAtDesk, { params: { id }, body: { step, to: 'en' } });
const step = async (id: string, action: 'start' | 'ask', text?: string) => {
  const { version } = await scene.officer.call(getDeskComplaint, { params: { id } });
  await scene.officer.call(
    transitionComplaint,
    { params: { id, action }, body: { version, ...(text && { text }) } },
    inEnglish,
  );
};

test('each message is stored with the language of the screen where it was written', async () => {
  const id = await file();
  await step(id, 'start');
  await step(id, 'ask', 'Which street?');
  await scene.citizen.call(answerComplaint, { form: { id, text: 'Rue du marché' }, files: {} }, inFrench);

  const languages = [
    ['submit', 'fr'],
    ['start', 'en'],
    ['ask', 'en'],
    ['answer', 'fr'],
  ];
  const { history } = await scene.citizen.call(getComplaint, { params: { id } });
  expect(history.map(({ action, language }) => [action, language])).toEqual(languages);
  const desk = await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(desk.history.map(({ action, language }) => [action, language])).toEqual(languages);
});

test('an unsupported language is not stored', async () => {
  const id = await file(scene, { headers: { 'content-language': 'xx; drop' } });
  expect((await scene.citizen.call(getComplaint, { params: { id } })).history[0]?.language).toBeUndefined();
});

test('staff can translate the complaint, and its citizen a question', async () => {
  const id = await file();
  expect(await atDesk(scene.officer, id)).toEqual({ text: 'The tap is dry.' });
  const { rows } = await api.pool.query(`select action from audit where object_id = $1 and actor_id = $2`, [
    id,
    scene.officer.id,
  ]);
  expect(rows).toEqual([{ action: 'complaint.viewed' }]);
  expect(asked.at(-1)).toEqual({ q: 'Robinet à sec\n\nDepuis lundi.', source: 'fr', target: 'en', format: 'text' });

  await step(id, 'start');
  await step(id, 'ask', 'Which street?');
  await scene.citizen.call(translateForCitizen, { params: { id }, body: { step: '3', to: 'fr' } });
  expect(asked.at(-1)).toEqual({ q: 'Which street?', source: 'en', target: 'fr', format: 'text' });
});

test('texts that the caller may not read and steps without words cannot be translated', async () => {
  const id = await file();
  await step(id, 'start');
  const before = asked.length;
  for (const [person, step] of [
    [scene.neighbour, '1'],
    [scene.officer, '2'],
    [scene.officer, '9'],
  ] as const)
    expect(await outcomeOf(atDesk(person, id, step))).toMatchObject({ status: 404 });
  expect(asked).toHaveLength(before);
});

test('an anonymous complaint is sent to the service only where the operator allows it', async () => {
  for (const [app, expected] of [
    [api, expect.objectContaining({ status: 404 })],
    [open, 'success'],
  ] as const) {
    const at = await createScene(app);
    const receipt = await app.call(submitGuestComplaint, { form: { ...at.fields(french), identity: 'anonymous' } });
    const call = await openAsGuest(app, receipt);
    const body = { step: '1', to: 'en' } as const;
    expect(await outcomeOf(call(translateForCitizen, { params: { id: receipt.id }, body }))).toEqual(expected);
  }
});

test('without a service translating gets 404', async () => {
  const at = await createScene(off);
  expect(await outcomeOf(atDesk(at.officer, await file(at)))).toMatchObject({ status: 404 });
  expect((await off.call(getPortalSettings)).translation).toBe('none');
  expect((await api.call(getPortalSettings)).translation).toBe('not-anonymous');
  expect((await open.call(getPortalSettings)).translation).toBe('all');
});

test.each([
  ['an error', { status: 500, body: JSON.stringify({ translatedText: 'x' }) }],
  ['something else than a translation', { status: 200, body: '{"translatedText": 7}' }],
  ['more than a megabyte', { status: 200, body: JSON.stringify({ translatedText: 'x'.repeat(1_100_000) }) }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['nothing in time', null],
])('a service that responds with %s counts as unavailable', async (_, answer) => {
  const id = await file();
  const soon = AbortSignal.timeout(300);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
  reply = answer;

  expect(await outcomeOf(atDesk(scene.officer, id))).toMatchObject({
    status: 503,
    message: 'The translation service does not answer. Read the original, or try again later.',
  });

  reply = translated;
  timeout.mockRestore();
});
