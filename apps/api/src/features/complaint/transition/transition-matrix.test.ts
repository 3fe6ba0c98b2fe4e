import {
  type Action,
  transitionInBulk,
  bulkActions,
  actions,
  transitionComplaint,
  allowedActions,
  answerComplaint,
  isAllowed,
  nextState,
  reopenComplaint,
  type Role,
  type Side,
  type State,
  states,
  transitionOf,
  withdrawComplaint,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '../../../db/schema/tables.ts';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { readQueueGaps } from '../../../../test/support/queue-gaps.ts';

let api: TestApp;
let scene: Scene;
let people: Record<Who, Person>;

/** Who stands at the desk: in which role, and from where. */
const staff = {
  officer: { role: 'officer', side: 'holder' },
  supervisor: { role: 'supervisor', side: 'holder' },
  // They work at the MDA that complaints are offered to, and reach one as long as it is.
  neighbour: { role: 'officer', side: 'offered' },
  'head of the neighbours': { role: 'supervisor', side: 'offered' },
  'officer of a third MDA': { role: 'officer', side: 'none' },
  'supervisor of a third MDA': { role: 'supervisor', side: 'none' },
  oversight: { role: 'oversight', side: 'holder' },
  administrator: { role: 'administrator', side: 'holder' },
  'disabled supervisor': { role: 'supervisor', side: 'disabled' },
  'citizen who filed it': { role: 'citizen', side: 'holder' },
} as const satisfies Record<string, { role: Role; side: Side | 'none' | 'disabled' }>;
type Who = keyof typeof staff;
const everybody = Object.keys(staff) as Who[];

beforeAll(async () => {
  // Every step is tried so often, from one network, that it would be slowed down within a minute.
  const rate = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: '2026-05-04T09:00:00Z', rates: { network: rate } });
  scene = await createScene(api, 'two-person');
  const { id: third } = await api.mda({ identityAccess: 'two-person' });
  const disabled = await api.staff('supervisor', scene.mdaId);
  people = {
    officer: scene.officer,
    supervisor: scene.supervisor,
    neighbour: scene.neighbour,
    'head of the neighbours': await api.staff('supervisor', scene.neighbour.caller.mdaId ?? ''),
    'officer of a third MDA': await api.officer(third),
    'supervisor of a third MDA': await api.staff('supervisor', third),
    oversight: await api.staff('oversight'),
    administrator: await api.staff('administrator'),
    'disabled supervisor': disabled,
    'citizen who filed it': scene.citizen,
  };
  await api.services.db.update(account).set({ disabledAt: api.clock.now() }).where(eq(account.id, disabled.id));
});
afterAll(() => api.close());

const forbidden = { status: 403, code: 'FORBIDDEN', message: 'You are not allowed to do this.' };
const notFound = { status: 404, code: 'NOT_FOUND', message: 'This was not found.' };
const wrongState = {
  status: 409,
  code: 'STATE_FORBIDS',
  message: 'This is not possible while the complaint has this status.',
};

interface Cell {
  readonly state: State;
  readonly who: Who;
  readonly action: Action;
}

/** What somebody may do at the desk; nothing where they do not even reach the complaint. */
function allowedTo(state: State, who: Who, proposer?: Who): Action[] {
  const { role, side } = staff[who];
  if (role === 'citizen' || side === 'none' || side === 'disabled') return [];
  if (side === 'offered' && state !== 'transfer_offered') return [];
  return allowedActions(state, role, side).filter((action) => {
    if (action === 'proposeRejection') return proposer === undefined;
    // The MDA has a supervisor: nothing is left for oversight.
    return !isOfProposal(action) || (role === 'supervisor' && proposer !== undefined && proposer !== who);
  });
}

const isOfProposal = (action: Action) => action === 'reject' || action === 'returnRejection';

const mayNow = ({ state, who, action }: Cell) =>
  allowedTo(state, who, isOfProposal(action) ? 'officer' : undefined).includes(action);

/** Why not. */
function refusalOf({ state, who, action }: Cell): object {
  const { role, side } = staff[who];
  if (side === 'disabled') return { status: 401, code: 'UNAUTHENTICATED' };
  if (role === 'citizen' || !transitionOf(action).by.includes(role)) return forbidden;
  if (side === 'none' || (side === 'offered' && state !== 'transfer_offered')) return notFound;
  if (isOfProposal(action) && isAllowed(action, state, role)) return { status: 409, code: 'CONFLICT' };
  return { ...wrongState, allowed: allowedTo(state, who) };
}

// A refusal changes nothing: one complaint in each state has to outlive them all.
const still = new Map<State, Promise<string>>();
const stillIn = (state: State) => {
  const id = still.get(state) ?? scene.fileIn(state);
  still.set(state, id);
  return id;
};
const said = new Map<Action, ReturnType<Scene['wordsFor']>>();
const wordsFor = (action: Action) => {
  const words = said.get(action) ?? scene.wordsFor(action);
  said.set(action, words);
  return words;
};

/** Cells that hold each pair of state, person and action once at least; `npm run test:full` takes them all. */
function pairsOf(cells: readonly Cell[]): readonly Cell[] {
  if (process.env['WHOLE_WALK']) return cells;
  const seen = new Set<string>();
  return cells.filter(({ state, who, action }) => {
    const before = seen.size;
    for (const pair of [`${state}, ${who}`, `${who}, ${action}`, `${state}, ${action}`]) seen.add(pair);
    return seen.size > before;
  });
}

describe('every action in every state by every role at the desk', () => {
  const cells: Cell[] = states.flatMap((state) =>
    everybody.flatMap((who) => actions.map((action) => ({ state, who, action }))),
  );

  test.each(pairsOf(cells.filter(mayNow)))('$who may $action when $state', async ({ state, who, action }) => {
    const id = await scene.fileIn(state);
    // What is decided has been asked.
    if (transitionOf(action).needs?.includes('requester')) await scene.act(scene.officer, id, 'requestIdentity');
    if (isOfProposal(action)) await scene.act(scene.officer, id, 'proposeRejection');
    if (action === 'liftRecusal') await scene.act(scene.supervisor, id, 'recuse');
    if (action === 'confirmRecusal') await scene.mention(id);
    const before = await rowOf(api, id);
    const body = { ...(await scene.wordsFor(action)), version: before.row.version };
    const after = await people[who].call(transitionComplaint, { params: { id, action }, body });
    // Each offer here was made when it was received.
    const next = nextState(action, state, { stateBefore: state === 'appeal' ? 'rejected' : 'received' });
    const holds = action === 'acceptTransfer' ? (staff[who].role === 'officer' ? 'officer' : 'supervisor') : who;
    const expected = {
      state: next,
      version: before.row.version + 1,
      // Notes stay with the MDA that has it; here there were none.
      steps: before.events.length + 1,
      allowed: allowedTo(next, holds, action === 'proposeRejection' ? who : undefined),
    };
    const sees = action !== 'declineTransfer' && !(action === 'recuse' && who === 'officer');
    expect(
      after && { state: after.state, version: after.version, steps: after.history.length, allowed: after.allowed },
    ).toEqual(sees ? expected : null);
  });

  const refusedCells = pairsOf(cells.filter((cell) => !mayNow(cell)));
  const groups = states.flatMap((state) => everybody.map((who) => ({ state, who })));
  test.each(groups)('$who may do nothing else when $state', async ({ state, who }) => {
    const id = await stillIn(state);
    const before = await rowOf(api, id);
    for (const cell of refusedCells.filter((it) => it.state === state && it.who === who)) {
      const { action } = cell;
      const body = { ...(await wordsFor(action)), version: before.row.version };
      const outcome = await outcomeOf(people[who].call(transitionComplaint, { params: { id, action }, body }));
      expect({ action, outcome }).toMatchObject({ action, outcome: refusalOf(cell) });
    }
    expect(await rowOf(api, id)).toEqual(before);
  });

  test('the table is as long as it should be', () => {
    expect(cells).toHaveLength(10 * 10 * 36);
    const each = { received: 6, transfer_offered: 4, transfer_undecided: 3, in_progress: 9, awaiting_citizen: 8 };
    const byOfficers = Object.values(each).reduce((sum, it) => sum + it, 0) + 1 + 5;
    const ofIdentity = 10 * (3 + 2 + 2);
    // In each state officers recuse themselves; a supervisor and oversight recuse anybody, confirm and lift.
    const ofRecusal = 10 * (1 + 2 + 2 + 2);
    const ofProposals = 2 * 2;
    expect(cells.filter(mayNow)).toHaveLength(
      2 * byOfficers + 3 + 2 * 2 + 10 + 1 + 2 + ofIdentity + ofRecusal + ofProposals,
    );
  });
});

describe('the same of many at once', () => {
  const errorOf = ({ code, message }: { code?: string; message?: string }) => ({ code, message });
  const mayCall = everybody.filter((who) => ['officer', 'supervisor'].includes(staff[who].role));
  const calls = mayCall
    .filter((who) => staff[who].side !== 'disabled')
    .flatMap((who) => bulkActions.map((action) => ({ who, action })));

  test.each(calls)('$who may $action those alone whose state allows it', async ({ who, action }) => {
    const rows = await Promise.all(
      states.map(async (state) => {
        const may = mayNow({ state, who, action });
        const id = await (may ? scene.fileIn(state) : stillIn(state));
        return { state, may, id, before: await rowOf(api, id) };
      }),
    );
    const items = rows.map(({ id, before }) => ({ id, version: before.row.version }));
    const body = { action, items, ...(await wordsFor(action)) };
    const answer = await people[who].call(transitionInBulk, { body });

    const each = rows.map(({ id, may, state }) =>
      may ? { id, ok: true } : { id, ok: false, error: errorOf(refusalOf({ state, who, action })) },
    );
    expect(answer).toMatchObject(each);
    for (const { id, may, state, before } of rows) {
      const done = {
        row: expect.objectContaining({ state: nextState(action, state), version: before.row.version + 1 }) as object,
        events: [...before.events, expect.objectContaining({ action }) as object],
      };
      expect(await rowOf(api, id)).toEqual(may ? done : before);
    }
  });
});

describe('every action of the citizen in every state', () => {
  const calls = {
    answer: (id: string) => scene.citizen.call(answerComplaint, { body: { id, text: 'At noon' } }),
    withdraw: (id: string) => scene.citizen.call(withdrawComplaint, { body: { id } }),
    reopen: (id: string) => scene.citizen.call(reopenComplaint, { body: { id, reason: 'Still dry' } }),
  };
  const names = ['answer', 'withdraw', 'reopen'] as const;
  const cells = states.flatMap((state) => names.map((action) => ({ state, action })));
  const mayNow = ({ state, action }: (typeof cells)[number]) => isAllowed(action, state, 'citizen');

  test.each(cells.filter(mayNow))('may $action when $state', async ({ state, action }) => {
    const id = await scene.fileIn(state);
    expect((await calls[action](id)).state).toBe(nextState(action, state));
  });

  test.each(cells.filter((cell) => !mayNow(cell)))('may not $action when $state', async ({ state, action }) => {
    const id = await scene.fileIn(state);
    const before = await rowOf(api, id);
    expect(await outcomeOf(calls[action](id))).toMatchObject({
      status: 409,
      code: 'STATE_FORBIDS',
      message: 'This is not possible while the complaint has this status.',
      allowed: allowedActions(state, 'citizen'),
    });
    expect(await rowOf(api, id)).toEqual(before);
  });

  test.each([
    ['answer', 'awaiting_citizen', answerComplaint],
    ['withdraw', 'received', withdrawComplaint],
    ['reopen', 'resolved', reopenComplaint],
  ] as const)('may not %s someone else’s, nor learn that it is there', async (_, state, call) => {
    const id = await scene.fileIn(state);
    const before = await rowOf(api, id);
    const stranger = await api.citizen();
    for (const missing of [id, crypto.randomUUID()]) {
      const body = { id: missing, text: 'x', reason: 'x' };
      expect(await outcomeOf(stranger.call(call, { body }))).toMatchObject({
        status: 404,
        message: 'This was not found.',
      });
    }
    expect(await rowOf(api, id)).toEqual(before);
  });
});

test('whatever was done or refused, the queues are as long as they say', async () => {
  expect(await readQueueGaps(api.services.db)).toEqual([]);
});
