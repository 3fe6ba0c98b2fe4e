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
 * Who may call what: every route of the running server, by everybody, against the one table of expected answers.
 */

let world: AccessWorld;
let test: TestApp;
let watched: WatchedDatabase;
beforeAll(async () => {
  world = await createAccessWorld((services) => (watched = watchDatabase(services)));
  ({ test } = world);
});
afterAll(() => world.close());

const isStaff = (actor: Actor) => /officer|supervisor|administrator|oversight/i.test(actor);
/** Where a caller of staff reaches past row-level security, and why. */
const mayReachAll = new Set([
  // What is kept from the reader is looked up, wherever it is by now, so that the trail does not tell of it.
  'GET /api/desk/audit',
  'GET /api/desk/audit/export',
  // Whoever declined a transfer is shown what they declined, though it is theirs no more.
  'POST /api/desk/complaint/:id/:action',
  // The address is signed for the session of the citizen, whoever opens it.
  'GET /api/file/:id',
  // Whoever is signed in acts as a guest there.
  'POST /api/public/complaint',
  'POST /api/public/session',
  'POST /complain',
  'POST /solved/:token',
  'POST /track',
]);

/** Who the owner is: in no answer to staff, unless they asked and were allowed to see it. */
const identity = () => [lastName, phone, world.estate.scene.citizen.email];
/** Where staff who know the password of the owner are answered as the owner. */
const asOwner = new Set(['POST /api/login']);

/** What staff may call with success, and no entry of the audit trail tells of it, and why. */
const leavesNoEntry = new Set([
  // Sent every ten seconds by an open page; that it was opened is recorded.
  'POST /api/desk/complaint/:id/presence',
  // Nobody is signed in there: an account that is only registered is nobody's yet, and its first code is recorded.
  'POST /api/register',
  // A mail goes out, to whoever has the address, and whether there is an account may not be told. The code is recorded when it is used.
  'POST /api/resend-code',
  'POST /api/forgot-password',
  // Filed as a guest, whoever is signed in: its history and the log tell of it.
  'POST /api/public/complaint',
  'POST /complain',
  // They change nothing.
  'POST /api/public/area',
  'POST /api/public/suggestion',
  'POST /api/public/known-issue',
  // What of one's own news was read tells of nobody else.
  'PUT /api/notification/mark-as-read',
  // Of one's own screen alone.
  'PUT /api/users/language',
]);

/** What staff may call and what never succeeds here, with where its entry is looked for. */
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
  'POST /track': 'nowhere: a guest reads their own complaint; plain.test.ts',
  'POST /api/invitation': 'nowhere: it reads whom a link invites, and changes nothing',
  'POST /api/invitation/accept': 'invite.test.ts',
  'POST /api/desk/complaint/:id/translation': 'translation.test.ts',
  'POST /api/desk/complaint/:id/undo': 'nowhere: what is taken back never happened; hold-reply.test.ts',
};

/**
 * What there has to be more of in the audit trail: whatever staff change leaves an entry, and whatever anybody who is signed in is
 * refused. Where everybody may call, nobody is asked who they are (401), and a refusal is of a code, an address or a link.
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

it('names every route of the server, and no other', () => {
  const mounted = new Set(world.app.mountedRoutes.map(titleOf));
  expect(mounted.size).toBeGreaterThan(50);
  expect([...new Set(accessTable.map(titleOf))].toSorted()).toEqual([...mounted].toSorted());
});

it('makes each change that staff may make, so that its entry in the trail is looked for', () => {
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
  it('answers everybody as the table says, and shows nothing of the owner to others', async () => {
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

it('finds the words of the owner where they may be read', async () => {
  const row = accessTable.find((it) => titleOf(it) === 'GET /api/desk/complaint/:id') as AccessRow;
  const officer = await world.visit('officer');
  const { text } = await world.send(row, await askFor(row, world.estate, officer, test), officer);
  expect(text).toContain(canary);
});

it('finds who the owner is where that may be read: by the one who asked and was allowed to, for a while', async () => {
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

it.each(objects)('$name: what is another’s and what never was are not told apart', async (row) => {
  expect(objects.length).toBeGreaterThan(10);
  const actor = row.expected.stranger === 404 ? 'stranger' : 'otherOfficer';
  const visitor = await world.visit(actor);
  const ask = await askFor(row, world.estate, visitor, test);
  const nonsense = { ...ask, url: ask.url.replace(/[0-9a-f-]{36}/, crypto.randomUUID()) };
  expect(await world.send(row, nonsense, visitor)).toEqual(await world.send(row, ask, visitor));
});

const recused = objects.filter(({ expected }) => expected.recusedSupervisor === 404 && expected.supervisor !== 404);

it.each(recused)(
  '$name: a complaint a supervisor is recused from gets the answer of one that never was',
  async (row) => {
    expect(recused.length).toBeGreaterThan(10);
    const visitor = await world.visit('recusedSupervisor');
    const ask = await askFor(row, world.estate, visitor, test);
    const nonsense = { ...ask, url: ask.url.replace(/[0-9a-f-]{36}/, crypto.randomUUID()) };
    expect(await world.send(row, nonsense, visitor)).toEqual(await world.send(row, ask, visitor));
  },
);

describe('a route that does not say who may call it', () => {
  it('keeps the real server from starting', async () => {
    const unfinished = await test.rebuild({});
    const fault = 'The route GET /api/secret does not declare who may call it.';
    expect(() => unfinished.get('/api/secret', () => 'secret')).toThrow(fault);
    await unfinished.close();
  });

  it.each(['/api/secret', '/api/docs/secret', '/desk', '/', '/metrics', '/debug/*'])('%s', (url) => {
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
