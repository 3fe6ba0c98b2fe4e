import { getComplaint, listComplaints, message, states, takeSurvey } from '@baraza/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(api);
});

const take = (complaint: string, more: object = {}) =>
  scene.citizen.call(takeSurvey, { body: { complaint, rating: 5, description: 'Well done', ...more } });

test('a survey is taken once for each resolution', async () => {
  const id = await scene.fileIn('resolved');
  const survey = await take(id, { initiator: scene.citizen.id });
  expect(survey).toEqual({ rating: 5, description: 'Well done', createdAt: '2026-05-04T09:00:00.000Z' });
  expect((await scene.citizen.call(getComplaint, { params: { id } })).survey).toEqual(survey);
  const { items } = await scene.citizen.call(listComplaints, { query: { status: 'Resolved' } });
  expect(items.find((it) => it.id === id)?.survey).toEqual(survey);
  expect(await outcomeOf(take(id))).toMatchObject({ status: 409, code: 'CONFLICT', message: message.surveyTaken });

  // Once re-opened and resolved again, the complaint takes another survey.
  await scene.act(scene.citizen, id, 'reopen');
  expect((await scene.citizen.call(getComplaint, { params: { id } })).survey).toBeNull();
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'resolve');
  expect(await take(id, { rating: 1 })).toMatchObject({ rating: 1 });
});

test('fifty simultaneous surveys store one', async () => {
  const id = await scene.fileIn('resolved');
  const answers = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(take(id))));
  expect(answers.filter((it) => it === 'success')).toHaveLength(1);
  expect(answers.filter((it) => it !== 'success' && it.code === 'CONFLICT')).toHaveLength(49);
  const { rows } = await api.pool.query('select rating from survey where complaint_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test.each(states.filter((it) => it !== 'resolved'))('a complaint that is %s takes no survey', async (state) => {
  const id = await scene.fileIn(state);
  expect(await outcomeOf(take(id))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
});

describe('a survey is refused and not stored', () => {
  test('a survey in the name of another citizen is refused and not stored', async () => {
    const id = await scene.fileIn('resolved');
    const { id: initiator } = await api.citizen();
    expect(await outcomeOf(take(id, { initiator }))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await scene.citizen.call(getComplaint, { params: { id } })).survey).toBeNull();
  });

  test('a survey for the complaint of another citizen is refused and not stored', async () => {
    const id = await scene.fileIn('resolved');
    const stranger = await api.citizen();
    const body = { complaint: id, rating: 1, description: 'Mine now' };
    expect(await outcomeOf(stranger.call(takeSurvey, { body }))).toMatchObject({ status: 404 });
    expect((await scene.citizen.call(getComplaint, { params: { id } })).survey).toBeNull();
  });

  test.each([
    [{ rating: 0 }, 'rating'],
    [{ rating: 6 }, 'rating'],
    [{ rating: 2.5 }, 'rating'],
    [{ rating: 'many' }, 'rating'],
    [{ description: ' ' }, 'description'],
    [{ description: 'x'.repeat(5001) }, 'description'],
    [{ complaint: 'none' }, 'complaint'],
  ])('a survey with %o is refused and not stored', async (wrong, field) => {
    const id = await scene.fileIn('resolved');
    expect(await outcomeOf(take(id, wrong))).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
    expect((await scene.citizen.call(getComplaint, { params: { id } })).survey).toBeNull();
  });
});
