import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireDeclaredAccess } from '../../src/http/access-check.ts';
import { askFor, askInTurn } from './access-asks.ts';
import { type AccessRow, accessTable } from './access-table.ts';
import { type AccessWorld, canary, createAccessWorld, mayRead, titleOf } from './access-world.ts';
import { type Actor, actors } from './actors.ts';
import type { TestApp } from '../support/server/app.ts';
import { lastName, phone } from '../support/owner.ts';
import { watchDatabase, type WatchedDatabase } from './watched-database.ts';

/*
 * Calls every route of the running server as every actor, and compares the replies with the access table.
 */

let world: AccessWorld;
let test: TestApp;
let watched: WatchedDatabase;
beforeAll(async () => {
  world = await createAccessWorld((services) => (watched = watchDatabase(services)));
  ({ test } = world);
});
afterAll(() => world.close());

const isStaff = (actor: Actor) => /officer|supervisor|administrator|oversight|program|agent/i.test(actor);
/** Routes on which a call by staff bypasses row-level security, with the reason. */
const mayReachAll = new Set([
  // Looks up complaints hidden from the reader at any MDA, to omit their entries.
  'GET /api/desk/audit',
  'GET /api/desk/audit/export',
  // Staff who decline a transfer get its result, though they no longer reach the complaint.
  'POST /api/desk/complaint/:id/:action',
  // The signature of the address decides, not the caller's session.
  'GET /api/file/:id',
  // Whom they file for is a guest, with a complaint about any MDA.
  'POST /api/desk/filed',
  // Everybody acts as a guest there, signed in or not.
  'POST /api/public/complaint',
  'POST /api/public/session',
  // Who knows the ID reads status and dates; a program files for a guest.
  'GET /open311/v2/requests/:id.:format',
  'GET /open311/v2/tokens/:id.:format',
  'POST /open311/v2/requests.:format',
  'POST /complain',
  'POST /solved/:token',
  'POST /track',
  // The secret of the gateway decides.
  'GET /channel/:name/:secret',
  'POST /channel/:name/:secret',
  'GET /channel/:name/:secret/:report',
  'POST /channel/:name/:secret/:report',
]);

/** The owner's identity, which staff see only after an approved identity request. */
const identity = () => [lastName, phone, world.estate.scene.citizen.email];
/** Routes that serve staff as the owner, since they send the owner's password. */
const asOwner = new Set(['POST /api/login']);

/** Changes by staff that leave no audit event, with the reason. */
const leavesNoEntry = new Set([
  // An open page sends it every ten seconds; opening the page is recorded.
  'POST /api/desk/complaint/:id/presence',
  // A registered account belongs to nobody until its first code is used, which is recorded.
  'POST /api/register',
  // It sends a mail and may not reveal whether there is an account. Using the code is recorded.
  'POST /api/resend-code',
  'POST /api/forgot-password',
  // Filed as a guest, signed in or not, or by a program: the history and the log record it.
  'POST /open311/v2/requests.:format',
  'POST /api/public/complaint',
  'POST /complain',
  // A gateway calls them: the history of a complaint records what messages do.
  'POST /channel/:name/:secret',
  'POST /channel/:name/:secret/:report',
  // They change nothing.
  'POST /api/public/area',
  'POST /api/desk/rule/trial',
  'POST /api/desk/similar',
  'POST /api/public/suggestion',
  'POST /api/public/known-issue',
  'POST /api/desk/complaint/preview',
  // They arrange lists, and change nothing in them.
  'POST /api/desk/saved-view',
  'PATCH /api/desk/saved-view/:id',
  'DELETE /api/desk/saved-view/:id',
  // Each of its steps is recorded as it is taken.
  'POST /api/desk/bulk-run',
  // It concerns only the caller's own notifications.
  'PUT /api/notification/mark-as-read',
  // It concerns only the caller's own screen.
  'PUT /api/users/language',
]);

/** Changes allowed to staff that never succeed here, with the test that checks their audit event. */
const succeedsElsewhere: Readonly<Record<string, string>> = {
  'POST /api/verify-email': 'account-audit.test.ts',
  'PUT /api/reset-password': 'account-audit.test.ts',
  'DELETE /api/session/:id': 'account-audit.test.ts',
  'POST /api/desk/mfa/confirm': 'account-audit.test.ts',
  'POST /api/desk/mfa/recovery-codes': 'account-audit.test.ts',
  'POST /api/desk/mfa/off': 'account-audit.test.ts',
  'PUT /api/notification/mark-as-read/:id': 'notify-staff.test.ts',
  'POST /api/public/session': 'nowhere: a guest reads their own complaint; guest.test.ts',
  'POST /solved/:token': 'nowhere: the link alone says whose answer it is; solved-link.test.ts',
  'POST /open311/v2/*': 'nowhere: it refuses addresses that are not known',
  'POST /track': 'nowhere: a guest reads their own complaint; plain.test.ts',
  'POST /api/invitation': 'nowhere: it reads whom a link invites, and changes nothing',
  'POST /api/invitation/accept': 'invite.test.ts',
  'POST /api/oidc/start': 'nowhere: it gives an address, and changes nothing',
  'POST /api/oidc/link': 'oidc.test.ts',
  'POST /api/oidc/session': 'oidc.test.ts',
  'POST /api/oidc/logout': 'oidc.test.ts',
  'POST /api/desk/complaint/:id/translation': 'translation.test.ts',
  'DELETE /api/desk/bulk-run/:id': 'nowhere: steps that were taken stay recorded; bulk-run.test.ts',
  'POST /api/desk/complaint/:id/undo': 'nowhere: what is taken back never happened; hold-reply.test.ts',
};

/**
 * The audit events that must increase: a change by staff leaves one, and so does a refusal of somebody signed in.
 * Routes open to everybody never respond 401; their refusals concern a code, an address or a link and leave none.
 */
function entryFor(row: AccessRow, actor: Actor, status: number): 'all' | 'denied' | undefined {
  if (status === 403 || status === 404) return row.expected.nobody === 401 ? 'denied' : undefined;
  return isStaff(actor) && isChange(row) && status < 300 && !leavesNoEntry.has(titleOf(row)) ? 'all' : undefined;
}

const isChange = ({ method }: AccessRow) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

async function countEntries() {
  const { rows } = await test.pool.query<{ all: string; denied: string }>(
    `select count(*) as all, count(*) filter (where action = 'access.denied' and outcome = 'refused') as denied from audit`,
  );
  return rows[0]!;
}

it('the access table names every route of the server, and no other', () => {
  const mounted = new Set(world.app.mountedRoutes.map(titleOf));
  expect(mounted.size).toBeGreaterThan(50);
  expect([...new Set(accessTable.map(titleOf))].toSorted()).toEqual([...mounted].toSorted());
});

it('the access table contains a successful call for each change that staff may make', () => {
  const answers = new Map<string, number[]>();
  for (const row of accessTable.filter(isChange)) {
    const ofStaff = actors.filter(isStaff).map((actor) => row.expected[actor]);
    answers.set(titleOf(row), [...(answers.get(titleOf(row)) ?? []), ...ofStaff]);
  }
  const mayCall = [...answers].filter(([, all]) => all.some((status) => status !== 403));
  const vain = mayCall.filter(([, all]) => all.every((status) => status >= 300)).map(([title]) => title);
  expect(vain.toSorted()).toEqual(Object.keys(succeedsElsewhere).toSorted());
  expect(mayCall.map(([title]) => title)).toEqual(expect.arrayContaining([...leavesNoEntry]));
});

describe.each(accessTable)('$name', (row) => {
  it(`${row.name} answers every actor as the access table says, without the owner’s data for others`, async () => {
    const found: Record<string, number> = {};
    const leaks: string[] = [];
    const silent: string[] = [];
    const unbound: string[] = [];
    const untold: string[] = [];
    const unmasked: string[] = [];
    const calls = askInTurn(row, world.estate, test);
    for (const actor of actors) {
      const visitor = await world.visit(actor);
      const ask = await calls.next(visitor);
      watched.unbound();
      const wanted = entryFor(row, actor, row.expected[actor]);
      const before = wanted && (await countEntries())[wanted];
      const { status, text } = await world.send(row, ask, visitor);
      calls.answered(ask, visitor, status);
      found[actor] = status;
      if (wanted && (await countEntries())[wanted] === before) untold.push(`${actor}: ${status}`);
      if (isStaff(actor) && !mayReachAll.has(titleOf(row))) unbound.push(...watched.unbound());
      if (text.includes(canary) && !mayRead(row, actor)) leaks.push(`${actor}: ${text.slice(0, 300)}`);
      if (isStaff(actor) && !asOwner.has(titleOf(row)) && identity().some((it) => text.includes(it)))
        unmasked.push(actor);
      if (
        status >= 400 &&
        row.method !== 'HEAD' &&
        row.url.startsWith('/api/') &&
        !/"message":"\w.*"code":"[A-Z_]+"/.test(text)
      )
        silent.push(`${actor}: ${text}`);
    }
    expect(found).toEqual(row.expected);
    const none = { leaks: [], silent: [], unbound: [], untold: [], unmasked: [] };
    expect({ leaks, silent, unbound, untold, unmasked }).toEqual(none);
  });
});

it('an officer of the MDA reads the text of the owner', async () => {
  const row = accessTable.find((it) => titleOf(it) === 'GET /api/desk/complaint/:id') as AccessRow;
  const officer = await world.visit('officer');
  const { text } = await world.send(row, await askFor(row, world.estate, officer, test), officer);
  expect(text).toContain(canary);
});

it('an officer whose identity request was approved reads the owner’s identity, and a supervisor does not', async () => {
  const { scene, complaintId } = world.estate;
  const row = accessTable.find((it) => titleOf(it) === 'GET /api/desk/complaint/:id') as AccessRow;
  const read = async (actor: Actor) => {
    const visitor = await world.visit(actor);
    const { text } = await world.send(row, await askFor(row, world.estate, visitor, test), visitor);
    return identity().filter((it) => text.includes(it));
  };
  await scene.act(scene.officer, complaintId, 'requestIdentity');
  await scene.act(scene.supervisor, complaintId, 'discloseIdentity');
  expect(await read('officer')).toEqual(identity());
  expect(await read('supervisor')).toEqual([]);
});

const objects = accessTable.filter(
  ({ url, expected }) => url.includes(':id') && (expected.stranger === 404 || expected.otherOfficer === 404),
);

it.each(objects)('$name responds alike for an object of somebody else and an unknown one', async (row) => {
  expect(objects.length).toBeGreaterThan(10);
  const actor = row.expected.stranger === 404 ? 'stranger' : 'otherOfficer';
  const visitor = await world.visit(actor);
  const ask = await askFor(row, world.estate, visitor, test);
  const nonsense = { ...ask, url: ask.url.replace(/[0-9a-f-]{36}/, crypto.randomUUID()) };
  expect(await world.send(row, nonsense, visitor)).toEqual(await world.send(row, ask, visitor));
});

const recused = objects.filter(({ expected }) => expected.recusedSupervisor === 404 && expected.supervisor !== 404);

it.each(recused)('$name responds alike to a recused supervisor for their complaint and an unknown one', async (row) => {
  expect(recused.length).toBeGreaterThan(10);
  const visitor = await world.visit('recusedSupervisor');
  const ask = await askFor(row, world.estate, visitor, test);
  const nonsense = { ...ask, url: ask.url.replace(/[0-9a-f-]{36}/, crypto.randomUUID()) };
  expect(await world.send(row, nonsense, visitor)).toEqual(await world.send(row, ask, visitor));
});

describe('a route without declared access', () => {
  it('a route without declared access keeps the server from starting', async () => {
    const unfinished = await test.rebuild({});
    const fault = 'The route GET /api/secret does not declare who may call it.';
    expect(() => unfinished.get('/api/secret', () => 'secret')).toThrow(fault);
    await unfinished.close();
  });

  it.each(['/api/secret', '/api/docs/secret', '/desk', '/', '/metrics', '/debug/*'])(
    'the server refuses the route %s without declared access',
    (url) => {
      const bare = fastify();
      requireDeclaredAccess(bare);
      expect(() => bare.post(url, () => 'secret')).toThrow('does not declare who may call it');
      expect(() => bare.post(url, { config: { access: 'public' } }, () => 'open')).not.toThrow();
    },
  );

  it('a route without declared access is found inside a plugin too', async () => {
    const bare = fastify();
    requireDeclaredAccess(bare);
    bare.register(async (plugin) => void plugin.get('/inner', () => 'secret'), { prefix: '/api' });
    await expect(bare.ready()).rejects.toThrow('The route GET /api/inner does not declare');
  });
});
