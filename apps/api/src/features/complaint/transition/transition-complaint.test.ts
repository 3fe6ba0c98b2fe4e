import {
  actions,
  transitionComplaint,
  answerComplaint,
  getComplaint,
  getDeskComplaint,
  reopenComplaint,
  transitionOf,
  withdrawComplaint,
} from '@baraza/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene, wordsOf } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let oversight: Person;

beforeAll(async () => {
  scene = await createScene(api);
  oversight = await api.staff('oversight');
});

describe('a refused transition', () => {
  test.each(['delete', 'submit', 'constructor', '__proto__', 'toString', 'Start', '%00', 'start%20'])(
    'the unknown action %s is refused',
    async (action) => {
      const id = await scene.file();
      const headers = { authorization: `Bearer ${scene.officer.token}` };
      const url = `/api/desk/complaint/${id}/${action}`;
      const answer = await api.app.inject({ method: 'POST', url, headers, payload: { version: 1 } });
      expect(answer.statusCode).toBe(action === '%00' ? 400 : 404);
    },
  );

  const needy = actions.filter((it) => transitionOf(it).needs && !transitionOf(it).by.includes('citizen'));
  test.each(needy)('the action %s without its required fields is refused', async (action) => {
    const { from, by, side } = transitionOf(action);
    const state = from.find((it) => it === 'in_progress') ?? from[0] ?? 'received';
    const person = by.includes('oversight') && !by.includes('officer') ? oversight : scene.supervisor;
    const who = side === 'offered' ? scene.neighbour : person;
    const id = await scene.fileIn(state);
    // The only supervisor requested it, so oversight decides.
    if (action === 'returnRejection') await scene.act(scene.supervisor, id, 'proposeRejection');
    const before = await rowOf(api, id);
    for (const nothing of [{}, { text: '', reason: ' ' }, { text: '\u200B\u2060', reason: '\u2800' }]) {
      const body = { ...nothing, version: before.row.version };
      expect(await outcomeOf(who.call(transitionComplaint, { params: { id, action }, body }))).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        message: 'All fields are required',
        fields: { [transitionOf(action).needs?.[0] ?? '']: 'All fields are required' },
      });
    }
    expect(await rowOf(api, id)).toEqual(before);
  });

  test('a transition of a complaint of another MDA gets 404, as for an unknown one', async () => {
    const other = await createScene(api);
    const id = await scene.file();
    for (const missing of [id, crypto.randomUUID()]) {
      const call = other.supervisor.call(transitionComplaint, {
        params: { id: missing, action: 'start' },
        body: { version: 1 },
      });
      expect(await outcomeOf(call)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  test('a transition with an outdated version gets 409', async () => {
    const id = await scene.fileIn('in_progress');
    for (const version of [1, 3, 0]) {
      const call = scene.officer.call(transitionComplaint, {
        params: { id, action: 'note' },
        body: { version, text: 'x' },
      });
      expect(await outcomeOf(call)).toMatchObject({
        status: 409,
        code: 'VERSION_CONFLICT',
        message: 'Someone else changed this complaint. Look at what changed and try again.',
      });
    }
  });

  test('a transition without a version is refused', async () => {
    const id = await scene.file();
    const call = scene.officer.call(transitionComplaint, {
      params: { id, action: 'start' },
      body: {} as { version: number },
    });
    expect(await outcomeOf(call)).toMatchObject({ status: 400, fields: { version: expect.any(String) } });
  });
});

describe('simultaneous transitions with one version', () => {
  test.each(['officer', 'supervisor'] as const)(
    'only one of many simultaneous transitions by one %s succeeds',
    async (role) => {
      const id = await scene.file();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const action = index % 2 === 0 ? 'start' : 'note';
          const body = { ...wordsOf(action), version: 1 };
          return outcomeOf(scene[role].call(transitionComplaint, { params: { id, action }, body }));
        }),
      );
      expect(answers.filter((it) => it === 'success')).toHaveLength(1);
      expect(answers.filter((it) => it !== 'success' && it.code === 'VERSION_CONFLICT')).toHaveLength(49);
      expect((await rowOf(api, id)).events).toHaveLength(2);
    },
  );

  test.each([
    ['withdrawn', 'received', () => withdrawComplaint],
    ['re-opened', 'resolved', () => reopenComplaint],
    ['answered', 'awaiting_citizen', () => answerComplaint],
  ] as const)('of 50 simultaneous requests of its citizen, one leaves a complaint %s', async (_, state, endpoint) => {
    const id = await scene.fileIn(state);
    const events = (await rowOf(api, id)).events.length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        outcomeOf(scene.citizen.call(endpoint(), { body: { id, reason: 'Once', text: 'Once' } })),
      ),
    );
    expect(answers.filter((it) => it === 'success')).toHaveLength(1);
    expect(answers.filter((it) => it !== 'success' && it.code === 'STATE_FORBIDS')).toHaveLength(49);
    expect((await rowOf(api, id)).events).toHaveLength(events + 1);
  });
});

describe('replies across cycles', () => {
  test('a citizen reads the newest reply first, also after a re-opening begins the next cycle', async () => {
    const id = await scene.fileIn('in_progress');
    await scene.act(scene.officer, id, 'reply', { text: 'First' });
    await scene.act(scene.officer, id, 'ask', { text: 'Second?' });
    const asked = await scene.citizen.call(getComplaint, { params: { id } });
    expect(asked).toMatchObject({ reply: 'Second?', status: 'Processing', dueAt: null, cycle: 1 });
    await scene.act(scene.officer, id, 'resolve', { text: 'Third' });
    const reopened = await scene.citizen.call(reopenComplaint, { body: { id, reason: 'Still dry' } });
    expect(reopened).toMatchObject({ reply: 'Third', status: 'Pending', cycle: 2, survey: null });
    expect(reopened.dueAt).toBe('2026-05-25T23:59:59.999Z');
    expect(await scene.officer.call(getDeskComplaint, { params: { id } })).toMatchObject({ assignee: null, cycle: 2 });
  });
});

describe('assigning', () => {
  const assign = (person: Person, id: string, assignee: string | null) =>
    rowOf(api, id).then(({ row: { version } }) =>
      outcomeOf(person.call(transitionComplaint, { params: { id, action: 'assign' }, body: { assignee, version } })),
    );
  const assigneeOf = async (id: string) => (await rowOf(api, id)).row.assigneeId;

  test('an officer assigns a complaint to themselves and unassigns it', async () => {
    const id = await scene.file();
    expect(await assign(scene.officer, id, scene.officer.id)).toBe('success');
    expect(await assigneeOf(id)).toBe(scene.officer.id);
    expect(await assign(scene.officer, id, null)).toBe('success');
    expect(await assigneeOf(id)).toBeNull();
  });

  test('an officer can neither assign a colleague nor unassign one', async () => {
    const id = await scene.file();
    const refused = {
      status: 403,
      code: 'FORBIDDEN',
      message: 'Only a supervisor can assign a complaint to someone else.',
    };
    expect(await assign(scene.officer, id, scene.supervisor.id)).toMatchObject(refused);
    expect(await assign(scene.supervisor, id, scene.supervisor.id)).toBe('success');
    expect(await assign(scene.officer, id, null)).toMatchObject(refused);
    expect(await assigneeOf(id)).toBe(scene.supervisor.id);
  });

  test('an officer hands their own complaint to a colleague, with a note that the history keeps', async () => {
    const [id, colleague] = [await scene.file(), await api.officer(scene.mdaId)];
    await assign(scene.officer, id, scene.officer.id);
    expect(await assign(scene.officer, id, colleague.id)).toMatchObject({
      status: 400,
      fields: { reason: expect.any(String) },
    });
    const { version } = (await rowOf(api, id)).row;
    const body = { assignee: colleague.id, reason: 'You know the street.', version };
    const handed = await scene.officer.call(transitionComplaint, { params: { id, action: 'assign' }, body });
    expect(handed).toMatchObject({ assignee: { id: colleague.id } });
    expect(handed?.history.at(-1)).toMatchObject({ action: 'assign', reason: 'You know the street.' });
    expect(await assign(scene.officer, id, scene.supervisor.id)).toMatchObject({ status: 403 });
  });

  test('a supervisor assigns anyone of the MDA, and the history names them', async () => {
    const id = await scene.file();
    expect(await assign(scene.supervisor, id, scene.officer.id)).toBe('success');
    expect(await assign(scene.supervisor, id, null)).toBe('success');
    const { history } = await scene.officer.call(getDeskComplaint, { params: { id } });
    const [, given, taken] = history;
    expect([given?.action, given?.text, taken?.text]).toEqual([
      'assign',
      expect.stringMatching(/^Ada Obi \d+$/u),
      null,
    ]);
    expect(given?.actor).toMatch(/^Ada Obi/u);
  });

  test.each(['of another MDA', 'disabled', 'a citizen', 'oversight', 'nobody'])(
    'a complaint cannot be assigned to somebody who is no active staff of its MDA: %s',
    async (who) => {
      const id = await scene.file();
      const people: Record<string, () => Promise<string>> = {
        'of another MDA': async () => (await createScene(api)).officer.id,
        disabled: async () => {
          const { id } = await api.officer(scene.mdaId);
          await api.pool.query('update account set disabled_at = now() where id = $1', [id]);
          return id;
        },
        'a citizen': async () => scene.citizen.id,
        oversight: async () => oversight.id,
        nobody: async () => crypto.randomUUID(),
      };
      const assignee = (await people[who]?.()) ?? '';
      expect(await assign(scene.supervisor, id, assignee)).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        fields: { assignee: 'Choose an officer of this MDA.' },
      });
      expect(await assigneeOf(id)).toBeNull();
    },
  );
});
