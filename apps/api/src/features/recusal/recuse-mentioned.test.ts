import { submitComplaint, takeSurvey } from '@baraza/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { photo } from '../../../test/support/media.ts';
import { checkHistory } from '../complaint/history/check-history.ts';
import type { ChainedEvent } from '../complaint/history/event-chain.ts';

/*
 * Whatever a citizen writes is looked through for names of the staff, wherever they write it.
 */

let api: TestApp;
let scene: Scene;
let kwame: Person;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
});
afterAll(() => api.close());

beforeEach(async () => {
  scene = await createScene(api);
  kwame = await api.staff('officer', scene.mdaId, { firstName: 'Kwame', lastName: 'Mensah' });
});

async function recusedStaffOf(id: string): Promise<string[]> {
  const { row, events } = await rowOf(api, id);
  expect(row.version).toBe(events.length);
  expect(checkHistory(row, events as ChainedEvent[])).toEqual([]);
  return row.recusedStaff;
}

test('the place of what happened', async () => {
  const id = await scene.file({ location: 'The office of Kwame Mensah' });
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
});

test('the names of files', async () => {
  const files = [await photo('kwame_mensah.png')];
  const { id } = await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files } });
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
});

test('the reason of a withdrawal', async () => {
  const id = await scene.file();
  await scene.act(scene.citizen, id, 'withdraw', { reason: 'Kwame Mensah told me to.' });
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
  expect((await rowOf(api, id)).row.state).toBe('withdrawn');
});

test('the survey, and whoever resolved it no longer has it', async () => {
  const id = await scene.file();
  await scene.act(kwame, id, 'start');
  await scene.act(kwame, id, 'resolve');
  await scene.citizen.call(takeSurvey, { body: { complaint: id, rating: 1, description: 'Kwame Mensah was rude.' } });
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
  expect((await rowOf(api, id)).row).toMatchObject({ state: 'resolved', assigneeId: null });
  const quiet = await scene.fileIn('resolved');
  await scene.citizen.call(takeSurvey, { body: { complaint: quiet, rating: 5, description: 'Well done.' } });
  expect(await recusedStaffOf(quiet)).toEqual([]);
});

test('all of it when another MDA is offered it', async () => {
  const office = scene.neighbour.caller.mdaId ?? '';
  const named = await api.staff('officer', office, { firstName: 'Yaw', lastName: 'Boateng' });
  const filed = async (given: object, name = 'proof.png') =>
    scene.citizen.call(submitComplaint, { form: scene.fields(given), files: { files: [await photo(name)] } });
  const ids = [(await filed({ location: 'Yaw Boateng’s house' })).id, (await filed({}, 'boateng yaw.png')).id];
  const told = await scene.fileIn('resolved');
  await scene.citizen.call(takeSurvey, { body: { complaint: told, rating: 1, description: 'Ask Yaw Boateng.' } });
  await scene.act(scene.citizen, told, 'reopen');
  for (const id of [...ids, told]) {
    expect(await recusedStaffOf(id)).toEqual([]);
    await scene.act(scene.officer, id, 'offerTransfer');
    expect(await recusedStaffOf(id)).toEqual([named.id]);
  }
});
