import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listNotifications, submitComplaint, submitFeedback } from '@baraza/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireDeclaredAccess } from './platform/access-check.ts';
import { type Ask, askFor, type Estate } from './testing/access-asks.ts';
import { type AccessRow, accessTable } from './testing/access-table.ts';
import { type Actor, actors, createActors, type Visitor } from './testing/actors.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { createScene } from './testing/complaints.ts';
import { photo } from './testing/media.ts';
import { watchDatabase, type WatchedDatabase } from './testing/watched-database.ts';

/*
 * Who may call what: every route of the running server, by everybody, against the one table of expected answers.
 */

/** Stands in everything the owner wrote, and in nothing else. */
const canary = 'canary-7f3k92';
const readers: readonly Actor[] = ['owner', 'officer', 'supervisor', 'oversight'];
/** An administrator answers feedback, and reads no complaint. */
const mayRead = ({ url }: AccessRow, actor: Actor) =>
  readers.includes(actor) || (actor === 'administrator' && url.startsWith('/api/desk/feedback'));

const isStaff = (actor: Actor) => /officer|supervisor|administrator|oversight/i.test(actor);
/** Where a caller of staff reaches past row-level security, and why. */
const mayReachAll = new Set([
  // Whoever declined a transfer is shown what they declined, though it is theirs no more.
  'POST /api/desk/complaint/:id/:action',
  // The address is signed for the session of the citizen, whoever opens it.
  'GET /api/file/:id',
]);

let test: TestApp;
let app: FastifyInstance;
let folder: string;
let estate: Estate;
let visit: (actor: Actor) => Promise<Visitor>;
let watched: WatchedDatabase;
beforeAll(async () => {
  const generous = { max: 1_000_000, seconds: 60 };
  const names = ['network', 'session', 'codeNetwork', 'codeTryNetwork', 'loginNetwork', 'login', 'loginAnywhere'];
  test = await createTestApp({
    rates: Object.fromEntries([...names, 'password'].map((name) => [name, generous])),
  });
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-matrix-'));
  for (const name of ['web', 'desk']) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'index.html'), `<title>${name}</title>`);
  }
  watched = watchDatabase(test.services);
  app = await test.rebuild(watched, { web: path.join(folder, 'web'), desk: path.join(folder, 'desk') });
  await app.ready();
  const scene = await createScene(test);
  visit = await createActors(test, scene);
  const form = scene.fields({ title: `Title ${canary}`, description: `<p>Words ${canary}</p>`, location: canary });
  const sent = await scene.citizen.call(submitComplaint, { form, files: { files: [await photo(`${canary}.png`)] } });
  await scene.act(scene.officer, sent.id, 'start');
  const feedbackCategory = await test.category('feedback');
  const praise = { category: feedbackCategory, title: `Praise ${canary}`, description: `<p>${canary}</p>` };
  estate = {
    scene,
    complaintId: sent.id,
    feedbackId: (await scene.citizen.call(submitFeedback, { form: praise })).id,
    feedbackCategory,
    notificationId: (await scene.citizen.call(listNotifications)).items[0]?.id ?? '',
    fileId: sent.attachments[0]?.id ?? '',
    clerkId: (await test.staff('oversight')).id,
    owner: () => visit('owner'),
  };
});
afterAll(async () => {
  await app.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(row: AccessRow, { url, json, form, headers }: Ask, visitor: Visitor) {
  const query = new URLSearchParams(visitor.claims).toString();
  const separator = url.includes('?') ? '&' : '?';
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form, ...(form && visitor.claims) })) body.append(name, value);
  const line = new AbortController();
  const answer = await app.inject({
    method: row.method as 'GET',
    url: query === '' || url.startsWith('/api/file') ? url : `${url}${separator}${query}`,
    headers: { ...visitor.headers, ...headers, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { payload: JSON.stringify({ ...visitor.claims, ...json }) }),
    ...(form && { payload: body }),
    payloadAsStream: true,
    signal: line.signal,
  });
  // A line of live events has no end of its own.
  const isLine = answer.headers['content-type']?.toString().startsWith('text/event-stream');
  const bytes = isLine ? [] : await answer.stream().toArray();
  if (isLine) answer.stream().on('error', () => {});
  line.abort();
  return { status: answer.statusCode, text: Buffer.concat(bytes).toString() };
}

const titleOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;

it('names every route of the server, and no other', () => {
  const mounted = new Set(app.mountedRoutes.map(titleOf));
  expect(mounted.size).toBeGreaterThan(50);
  expect([...new Set(accessTable.map(titleOf))].toSorted()).toEqual([...mounted].toSorted());
});

describe.each(accessTable)('$name', (row) => {
  it('answers everybody as the table says, and shows nothing of the owner to others', async () => {
    const found: Record<string, number> = {};
    const leaks: string[] = [];
    const silent: string[] = [];
    const unbound: string[] = [];
    for (const actor of actors) {
      const visitor = await visit(actor);
      const ask = await askFor(row, estate, visitor, test);
      watched.unbound();
      const { status, text } = await send(row, ask, visitor);
      found[actor] = status;
      if (isStaff(actor) && !mayReachAll.has(titleOf(row))) unbound.push(...watched.unbound());
      if (text.includes(canary) && !mayRead(row, actor)) leaks.push(`${actor}: ${text.slice(0, 300)}`);
      if (status >= 400 && !/"message":"\w.*"code":"[A-Z_]+"/.test(text)) silent.push(`${actor}: ${text}`);
    }
    expect(found).toEqual(row.expected);
    expect({ leaks, silent, unbound }).toEqual({ leaks: [], silent: [], unbound: [] });
  });
});

it('finds the words of the owner where they may be read', async () => {
  const row = accessTable.find((it) => titleOf(it) === 'GET /api/desk/complaint/:id') as AccessRow;
  const officer = await visit('officer');
  const { text } = await send(row, await askFor(row, estate, officer, test), officer);
  expect(text).toContain(canary);
});

const objects = accessTable.filter(
  ({ url, expected }) => url.includes(':id') && (expected.stranger === 404 || expected.otherOfficer === 404),
);

it.each(objects)('$name: what is another’s and what never was are not told apart', async (row) => {
  expect(objects.length).toBeGreaterThan(10);
  const actor = row.expected.stranger === 404 ? 'stranger' : 'otherOfficer';
  const visitor = await visit(actor);
  const ask = await askFor(row, estate, visitor, test);
  const nonsense = { ...ask, url: ask.url.replace(/[0-9a-f-]{36}/, crypto.randomUUID()) };
  expect(await send(row, nonsense, visitor)).toEqual(await send(row, ask, visitor));
});

describe('a route that does not say who may call it', () => {
  it('keeps the real server from starting', async () => {
    const unfinished = await test.rebuild({});
    const fault = 'The route GET /api/secret does not declare who may call it.';
    expect(() => unfinished.get('/api/secret', () => 'secret')).toThrow(fault);
    await unfinished.close();
  });

  it.each(['/api/secret', '/api/docsecret', '/desk', '/', '/metrics', '/debug/*'])('%s', (url) => {
    const bare = fastify();
    requireDeclaredAccess(bare);
    expect(() => bare.post(url, () => 'secret')).toThrow('does not declare who may call it');
    expect(() => bare.post(url, { config: { access: 'public' } }, () => 'open')).not.toThrow();
  });

  it('is found inside a plugin too', async () => {
    const bare = fastify();
    requireDeclaredAccess(bare);
    bare.register(async (plugin) => void plugin.get('/inner', () => 'secret'), { prefix: '/api' });
    await expect(bare.ready()).rejects.toThrow('The route GET /api/inner does not declare');
  });
});
