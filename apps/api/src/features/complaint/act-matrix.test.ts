import {
  actions,
  actOnComplaint,
  allowedActions,
  answerComplaint,
  isAllowed,
  nextState,
  reopenComplaint,
  type State,
  states,
  transitionOf,
  withdrawComplaint,
} from '@baraza/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createScene, rowOf, type Scene } from '../../testing/complaints.ts';
import { outcomeOf } from '../../testing/outcome.ts';
import type { Person } from '../../testing/people.ts';
import { readQueueGaps } from './queue-count.store.ts';

let api: TestApp;
let scene: Scene;
let oversight: Person;
let administrator: Person;

beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  scene = await createScene(api);
  oversight = await api.staff('oversight');
  administrator = await api.staff('administrator');
});
afterAll(() => api.close());

describe('every action in every state by every role at the desk', () => {
  const staff = ['officer', 'supervisor', 'neighbour', 'oversight', 'administrator'] as const;
  const cells = states.flatMap((state) => staff.flatMap((who) => actions.map((action) => ({ state, who, action }))));
  type Cell = (typeof cells)[number];
  const roleOf = (who: Cell['who']) => (who === 'neighbour' ? 'officer' : who);
  // An officer of another MDA reaches a complaint only while it is offered to that one.
  const isOutside = ({ who, state }: Cell) => who === 'neighbour' && state !== 'transfer_offered';
  const allowedTo = (state: State, who: Cell['who']) =>
    allowedActions(state, roleOf(who), who === 'neighbour' ? 'offered' : 'holder');
  const mayNow = (cell: Cell) => !isOutside(cell) && allowedTo(cell.state, cell.who).includes(cell.action);
  const people = () => ({ ...scene, oversight, administrator });

  async function attempt({ state, who, action }: Cell) {
    const id = await scene.fileIn(state);
    const before = await rowOf(api, id);
    const body = { ...(await scene.wordsFor(action)), version: before.row.version };
    return { id, before, answer: people()[who].call(actOnComplaint, { params: { id, action }, body }) };
  }

  test.each(cells.filter(mayNow))('$who may $action when $state', async ({ state, who, action }) => {
    const { before, answer } = await attempt({ state, who, action });
    const after = await answer;
    // Each offer here was made when it was received.
    expect(after.state).toBe(nextState(action, state, { offeredFrom: 'received' }));
    expect(after.version).toBe(before.row.version + 1);
    // Notes stay with the MDA that has it; here there were none.
    expect(after.history).toHaveLength(before.events.length + 1);
    const left =
      action === 'declineTransfer' ? [] : allowedTo(after.state, action === 'acceptTransfer' ? 'officer' : who);
    expect(after.allowed).toEqual(left);
  });

  test.each(cells.filter((cell) => !mayNow(cell)))('$who may not $action when $state', async (cell) => {
    const { id, before, answer } = await attempt(cell);
    const mayNever = !transitionOf(cell.action).by.includes(roleOf(cell.who));
    expect(await outcomeOf(answer)).toMatchObject(
      mayNever
        ? { status: 403, code: 'FORBIDDEN', message: 'You may not do this.' }
        : isOutside(cell)
          ? { status: 404, code: 'NOT_FOUND' }
          : { status: 409, code: 'STATE_FORBIDS', allowed: allowedTo(cell.state, cell.who) },
    );
    expect(await rowOf(api, id)).toEqual(before);
  });

  test('the table is as long as it should be', () => {
    expect(cells).toHaveLength(9 * 5 * 20);
    const each = { received: 5, transfer_offered: 3, transfer_undecided: 2, in_progress: 8, awaiting_citizen: 6 };
    const byOfficers = Object.values(each).reduce((sum, it) => sum + it, 0) + 1 + 4;
    expect(cells.filter(mayNow)).toHaveLength(2 * byOfficers + 3 + 2 + 9 + 1);
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
      message: 'This cannot be done in the present state of the complaint.',
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
