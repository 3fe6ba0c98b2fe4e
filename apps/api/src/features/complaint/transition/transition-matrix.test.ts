import {
  type Action,
  bulkActions,
  actions,
  transitionComplaint,
  allowedActions,
  answerComplaint,
  getDeskComplaint,
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { actInBulk } from '../../../../test/support/bulk.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { readQueueGaps } from '../../../../test/support/queue-gaps.ts';

let api: TestApp;
let scene: Scene;
let people: Record<Who, Person>;

/** Callers at the desk, by role and by the relation of their MDA to the complaint. */
const staff = {
  officer: { role: 'officer', side: 'holder' },
  supervisor: { role: 'supervisor', side: 'holder' },
  // They work at the MDA that complaints are offered to, and reach one as long as it is.
  neighbour: { role: 'officer', side: 'offered' },
  'head of the neighbours': { role: 'supervisor', side: 'offered' },
  'officer of a third MDA': { role: 'officer', side: 'none' },
  oversight: { role: 'oversight', side: 'holder' },
} as const satisfies Record<string, { role: Role; side: Side | 'none' }>;
type Who = keyof typeof staff;
const everybody = Object.keys(staff) as Who[];

beforeAll(async () => {
  // The many calls from one network would exceed its rate limit within a minute.
  const rate = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: '2026-05-04T09:00:00Z', rates: { network: rate } });
  scene = await createScene(api, 'two-person');
  people = {
    officer: scene.officer,
    supervisor: scene.supervisor,
    neighbour: scene.neighbour,
    'head of the neighbours': await api.staff('supervisor', scene.neighbour.caller.mdaId ?? ''),
    'officer of a third MDA': await api.officer((await api.mda({ identityAccess: 'two-person' })).id),
    oversight: await api.staff('oversight'),
  };
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

const reaches = (state: State, who: Who) => {
  const { side } = staff[who];
  return side === 'holder' || (side === 'offered' && state === 'transfer_offered');
};
const isOfProposal = (action: Action) => action === 'reject' || action === 'returnRejection';

/** Actions open to a caller while no rejection is proposed. */
function allowedTo(state: State, who: Who): Action[] {
  const { role, side } = staff[who];
  if (side === 'none' || !reaches(state, who)) return [];
  return allowedActions(state, role, side).filter((action) => !isOfProposal(action));
}

const isOpenTo = ({ state, who, action }: Cell) => allowedTo(state, who).includes(action);

/** The refusal of an action that is not open to a caller. */
function refusalOf({ state, who, action }: Cell): object {
  const { role } = staff[who];
  if (!transitionOf(action).by.includes(role)) return forbidden;
  if (!reaches(state, who)) return notFound;
  if (isOfProposal(action) && isAllowed(action, state, role)) return { status: 409, code: 'CONFLICT' };
  return { ...wrongState, allowed: allowedTo(state, who) };
}

// A refusal changes nothing, so one complaint in each state serves them all.
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

/** Selects cells that cover each pair of state, person and action; `npm run test:full` takes all cells. */
function pairsOf(cells: readonly Cell[]): readonly Cell[] {
  if (process.env['WHOLE_WALK']) return cells;
  const seen = new Set<string>();
  return cells.filter(({ state, who, action }) => {
    const before = seen.size;
    for (const pair of [`${state}, ${who}`, `${who}, ${action}`, `${state}, ${action}`]) seen.add(pair);
    return seen.size > before;
  });
}

const groups = states.flatMap((state) => everybody.map((who) => ({ state, who })));
const refusedCells = pairsOf(
  groups.flatMap((group) => actions.map((action) => ({ ...group, action }))).filter((cell) => !isOpenTo(cell)),
);

test.each(groups)('a complaint that is $state offers $who the listed actions and no others', async ({ state, who }) => {
  const id = await stillIn(state);
  const before = await rowOf(api, id);
  const read = people[who].call(getDeskComplaint, { params: { id } }).then(
    ({ allowed }) => allowed,
    ({ status }: { status?: number }) => status,
  );
  expect(await read).toEqual(reaches(state, who) ? allowedTo(state, who) : 404);
  for (const cell of refusedCells.filter((it) => it.state === state && it.who === who)) {
    const { action } = cell;
    const body = { ...(await wordsFor(action)), version: before.row.version };
    const outcome = await outcomeOf(people[who].call(transitionComplaint, { params: { id, action }, body }));
    expect({ action, outcome }).toMatchObject({ action, outcome: refusalOf(cell) });
  }
  expect(await rowOf(api, id)).toEqual(before);
});

describe('a bulk step', () => {
  const messageOf = ({ message }: { message?: string }) => message;
  /** Whether a run starts work on such a complaint before its action. */
  const startsFirst = ({ state, who, action }: Cell) =>
    state === 'received' &&
    !isOpenTo({ state, who, action }) &&
    isOpenTo({ state, who, action: 'start' }) &&
    isOpenTo({ state: 'in_progress', who, action });
  const mayCall = everybody.filter((who) => ['officer', 'supervisor'].includes(staff[who].role));
  const calls = mayCall.flatMap((who) => bulkActions.map((action) => ({ who, action })));

  test.each(calls)(
    'a bulk $action by the $who succeeds only for complaints whose state allows it',
    async ({ who, action }) => {
      const rows = await Promise.all(
        states.map(async (state) => {
          const starts = startsFirst({ state, who, action });
          const may = starts || isOpenTo({ state, who, action });
          const id = await (may ? scene.fileIn(state) : stillIn(state));
          return { state, may, starts, id, before: await rowOf(api, id) };
        }),
      );
      const items = rows.map(({ id, before }) => ({ id, version: before.row.version }));
      const body = { action, items, ...(await wordsFor(action)) };
      const answer = await actInBulk(api, people[who], body);

      const each = rows.map(({ id, may, state }) =>
        may
          ? { id, done: true, error: null }
          : { id, done: false, error: messageOf(refusalOf({ state, who, action })) },
      );
      expect(answer).toMatchObject(each);
      for (const { id, may, starts, state, before } of rows) {
        const steps = starts ? ['start', action] : [action];
        const done = {
          row: expect.objectContaining({
            state: nextState(action, starts ? 'in_progress' : state),
            version: before.row.version + steps.length,
          }) as object,
          events: [...before.events, ...steps.map((step) => expect.objectContaining({ action: step }) as object)],
        };
        expect(await rowOf(api, id)).toEqual(may ? done : before);
      }
    },
  );
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

  test.each(cells.filter(mayNow))('a citizen may $action when $state', async ({ state, action }) => {
    const id = await scene.fileIn(state);
    expect((await calls[action](id)).state).toBe(nextState(action, state));
  });

  test.each(cells.filter((cell) => !mayNow(cell)))(
    'a citizen may not $action when $state',
    async ({ state, action }) => {
      const id = await scene.fileIn(state);
      const before = await rowOf(api, id);
      expect(await outcomeOf(calls[action](id))).toMatchObject({
        status: 409,
        code: 'STATE_FORBIDS',
        message: 'This is not possible while the complaint has this status.',
        allowed: allowedActions(state, 'citizen'),
      });
      expect(await rowOf(api, id)).toEqual(before);
    },
  );

  test.each([
    ['answer', 'awaiting_citizen', answerComplaint],
    ['withdraw', 'received', withdrawComplaint],
    ['reopen', 'resolved', reopenComplaint],
  ] as const)(
    'a citizen who would %s the complaint of another citizen gets 404, as for an unknown one',
    async (_, state, call) => {
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
    },
  );
});

test('the queue counts are right after every step and refusal of all roles and states', async () => {
  expect(await readQueueGaps(api.services.db)).toEqual([]);
});
