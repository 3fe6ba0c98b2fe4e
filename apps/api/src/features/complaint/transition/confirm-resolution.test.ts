import { confirmResolution, getComplaint, reopenComplaint } from '@baraza/contract';
import { expect, test } from 'vitest';
import { createScene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp();

test('a citizen confirms a resolution once, may revoke that, and may still re-open', async () => {
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

test('only its own citizen confirms a complaint, and only when it is resolved', async () => {
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

test('two simultaneous confirmations both succeed and write one event', async () => {
  const scene = await createScene(api);
  const id = await scene.fileIn('resolved');
  const yes = () => scene.citizen.call(confirmResolution, { body: { id, solved: true } });

  await Promise.all([yes(), yes(), yes()]);

  const { history } = await scene.citizen.call(getComplaint, { params: { id } });
  expect(history.filter(({ action }) => action === 'confirmResolution')).toHaveLength(1);
});
