import { confirmResolution, getComplaint, reopenComplaint } from '@baraza/contract';
import { expect, test } from 'vitest';
import { createScene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp();

test('a citizen says that it is solved, once, and may take it back and re-open it all the same', async () => {
  const scene = await createScene(api);
  const id = await scene.fileIn('resolved');
  const say = (solved: boolean) => scene.citizen.call(confirmResolution, { body: { id, solved } });

  expect((await say(true)).confirmedAt).toBe(api.clock.now().toISOString());
  await say(true);
  expect((await say(false)).confirmedAt).toBeNull();
  await say(true);
  const { history, confirmedAt } = await scene.citizen.call(reopenComplaint, {
    form: { id, reason: 'It broke again.' },
  });

  expect(confirmedAt).toBeNull();
  expect(history.map(({ action }) => action).slice(-4)).toEqual([
    'confirmResolution',
    'revokeConfirmation',
    'confirmResolution',
    'reopen',
  ]);
});

test('only of a resolved complaint, and only its citizen', async () => {
  const scene = await createScene(api);
  const open = await scene.fileIn('in_progress');
  const resolved = await scene.fileIn('resolved');

  await expect(scene.citizen.call(confirmResolution, { body: { id: open, solved: true } })).rejects.toMatchObject({
    code: 'STATE_FORBIDS',
  });
  const stranger = await api.citizen();
  await expect(stranger.call(confirmResolution, { body: { id: resolved, solved: true } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await scene.citizen.call(getComplaint, { params: { id: resolved } })).confirmedAt).toBeNull();
});

test('of two who say Yes at once one event is written, and both succeed', async () => {
  const scene = await createScene(api);
  const id = await scene.fileIn('resolved');
  const yes = () => scene.citizen.call(confirmResolution, { body: { id, solved: true } });

  await Promise.all([yes(), yes(), yes()]);

  const { history } = await scene.citizen.call(getComplaint, { params: { id } });
  expect(history.filter(({ action }) => action === 'confirmResolution')).toHaveLength(1);
});
