import { getComplaint, getDeskComplaint, message, transitionComplaint } from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const log = async (id: string, body: object) => {
  const { version } = await scene.officer.call(getDeskComplaint, { params: { id } });
  return scene.officer.call(transitionComplaint, {
    params: { id, action: 'call' },
    body: { ...body, version },
  });
};

test('a logged call is an internal event, and brings the complaint back on the day to call again', async () => {
  const id = await scene.file();

  const shown = await log(id, { call: 'no_answer', text: 'Engaged.', followUp: '2026-05-08' });

  expect(shown?.followUpOn).toBe('2026-05-08');
  expect(shown?.history.at(-1)).toMatchObject({
    action: 'call',
    call: 'no_answer',
    text: 'Engaged.',
    visibility: 'internal',
  });
  const { history } = await scene.citizen.call(getComplaint, { params: { id } });
  expect(history.map(({ action }) => action)).toEqual(['submit']);
});

test('a call without a day keeps the planned one', async () => {
  const id = await scene.file();
  await log(id, { call: 'no_answer', followUp: '2026-05-08' });
  expect((await log(id, { call: 'called_us' }))?.followUpOn).toBe('2026-05-08');
});

test.each([
  ['without how it went', {}, { call: message.required }],
  ['with another word', { call: 'voicemail' }, { call: message.invalid }],
])('a call %s is refused', async (_, body, fields) => {
  expect(await failure(log(await scene.file(), body))).toMatchObject({ status: 400, fields });
});

test('a closed complaint takes a call, and no day to call back', async () => {
  const id = await scene.fileIn('resolved');
  expect(await failure(log(id, { call: 'reached', followUp: '2026-05-08' }))).toMatchObject({
    fields: { followUp: message.stateForbids },
  });
  expect((await log(id, { call: 'reached' }))?.followUpOn).toBeNull();
});
