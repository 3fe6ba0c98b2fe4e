import { getComplaint, placeholderUnknown, previewWords, staffMessage } from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let id: string;
beforeEach(async () => {
  scene = await createScene(api);
  id = await scene.fileIn('in_progress');
});

const replyOf = async () => (await scene.citizen.call(getComplaint, { params: { id } })).reply;
const preview = (text: string, complaints = [id]) =>
  scene.officer.call(previewWords, { body: { action: 'reply', text, complaints } });

test('the server fills every placeholder of a reply for its complaint', async () => {
  const { trackingId, resolveDueAt } = (await rowOf(api, id)).row;
  const text = 'Dear {citizen}, { trackingId } “{title}” is due {dueDate}. {officer}, {mda}';
  await takeStep(api, scene.officer, id, 'reply', { text });

  const reply = await replyOf();
  expect(reply).toContain(
    `, ${trackingId} “No water since Monday” is due ${resolveDueAt?.toISOString().slice(0, 10)}. `,
  );
  expect(reply).not.toMatch(/[{}]/u);
  expect(await preview(text)).toEqual([{ id, text: reply }]);
});

test.each([
  ['reply', 'text'],
  ['ask', 'text'],
  ['resolve', 'text'],
  ['proposeRejection', 'text'],
  ['extend', 'reason'],
])('an unknown placeholder in a %s is refused', async (action, field) => {
  const words = { ...(await scene.wordsFor(action as 'reply')), [field]: 'Dear {name}' };
  expect(await outcomeOf(takeStep(api, scene.supervisor, id, action, words))).toMatchObject({
    status: 400,
    fields: { [field]: placeholderUnknown },
  });
});

test('a due date that a complaint does not have is refused, and nothing is sent', async () => {
  await takeStep(api, scene.officer, id, 'ask', { text: 'Which street?' });
  const text = 'Done by {dueDate}';
  expect(await outcomeOf(takeStep(api, scene.officer, id, 'reply', { text }))).toMatchObject({
    status: 400,
    fields: { text: staffMessage.noDueDate },
  });
  expect(await replyOf()).toBe('Which street?');
  expect(await preview(text)).toEqual([{ id, error: staffMessage.noDueDate }]);
});

test('a title in brackets that was filled into a held reply does not stop it', async () => {
  id = await scene.fileIn('in_progress', { title: 'The {citizen} sign fell' });
  await takeStep(api, scene.officer, id, 'reply', { text: '{title}: seen', hold: crypto.randomUUID() });
  await api.pool.query(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
    where task_identifier = 'send-held-reply'), run_at => now())`);
  await api.runJobs();

  expect(await replyOf()).toBe('The {citizen} sign fell: seen');
});

test('a note keeps its brackets', async () => {
  await takeStep(api, scene.officer, id, 'note', { text: 'See {case} 4' });
  expect((await rowOf(api, id)).events.at(-1)).toMatchObject({ action: 'note', text: 'See {case} 4' });
});

test('each citizen reads the text in the language of their newest words, or else the default', async () => {
  const { caller } = scene.citizen;
  const french = await scene.file({}, { ...scene.citizen, caller: { ...caller, language: 'fr' } });
  await scene.act(scene.officer, french, 'start');
  const [text, texts] = ['Dear {citizen}', { fr: 'Bonjour {trackingId}' }];
  const { trackingId } = (await rowOf(api, french)).row;

  const shown = await scene.officer.call(previewWords, {
    body: { action: 'reply', text, texts, complaints: [french, id] },
  });

  expect(shown).toMatchObject([{ text: `Bonjour ${trackingId}` }, { text: expect.stringMatching(/^Dear /u) }]);
});

test('a preview tells nothing of a complaint that its reader may not open', async () => {
  const { officer } = await createScene(api);
  expect(
    await officer.call(previewWords, { body: { action: 'reply', text: 'Dear {citizen}', complaints: [id] } }),
  ).toEqual([{ id, error: 'This was not found.' }]);
});
