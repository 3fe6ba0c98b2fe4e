import {
  answerComplaint,
  chooseLanguage,
  getComplaint,
  getDeskComplaint,
  listNotifications,
  rejectReasons,
} from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createSlowScene, type Scene } from '../../../../test/support/complaints.ts';
import type { Person } from '../../../../test/support/people.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let oversight: Person;

beforeAll(async () => {
  oversight = await api.staff('oversight');
});

// Each complaint has its own citizen, and its steps are taken in sequence.
beforeEach(async () => {
  scene = await createSlowScene(api);
});

const updatesOf = async (id: string) => {
  const { items } = await scene.citizen.call(listNotifications, { query: { limit: 100 } });
  const mails = (await api.outbox()).filter((it) => it.to === scene.citizen.email && it.text.includes(id));
  return { notes: items.filter((it) => it.complaintId === id).toReversed(), mails };
};

test('notifications appear in the present language of the citizen', async () => {
  const id = await scene.file({ title: 'Dry {pipe}' });
  await scene.act(scene.officer, id, 'start');
  await scene.citizen.call(chooseLanguage, { body: { language: 'fr' } });
  const { notes } = await updatesOf(id);
  expect(notes[0]?.title).toBe('Votre réclamation est en cours de traitement');
  expect(notes[0]?.body).toMatch(/^.+ a commencé à traiter «\u00a0Dry \{pipe\}\u00a0»\.$/u);
  await scene.citizen.call(chooseLanguage, { body: { language: 'en' } });
  expect((await updatesOf(id)).notes[0]?.title).toBe('Your complaint is being processed');
});

test('every public step by staff notifies and mails the citizen with its text, without the name of an officer', async () => {
  const id = await scene.file({ title: 'Dry <b>pipe</b>' });
  for (const action of ['start', 'reply', 'ask'] as const) await scene.act(scene.officer, id, action);
  await scene.citizen.call(answerComplaint, { body: { id, text: 'My own words' } });
  await scene.act(scene.supervisor, id, 'resolve');

  const { notes, mails } = await updatesOf(id);
  const { trackingId, mda, history } = await scene.citizen.call(getComplaint, { params: { id } });
  expect(notes.map((it) => it.title)).toEqual([
    'Your complaint is being processed',
    'New reply',
    'A question for you',
    'Your complaint is resolved',
  ]);
  expect(notes.every((it) => it.body.includes('Dry <b>pipe</b>') && it.body.includes(mda.name))).toBe(true);
  const steps = mails.filter((it) => !it.subject.startsWith('We have'));
  expect(steps).toHaveLength(4);
  for (const words of ['has started', 'The words of reply', 'The words of ask', 'The words of resolve']) {
    const mail = steps.find((it) => it.text.includes(words));
    expect(mail?.subject).toContain(trackingId);
    expect(mail?.text).toContain(trackingId);
    expect(mail?.text).toContain(`/app/complaint/complaint-details/${id}`);
  }
  expect(history.map((it) => [it.action, it.by, it.actor])).toEqual([
    ['submit', 'citizen', null],
    ['start', 'officer', mda.name],
    ['reply', 'officer', mda.name],
    ['ask', 'officer', mda.name],
    ['answer', 'citizen', null],
    ['resolve', 'officer', mda.name],
  ]);
  expect(JSON.stringify([notes, mails, history])).not.toContain(scene.officer.id);
});

test('a rejection notifies the citizen of its reason and text', async () => {
  const id = await scene.file();
  await scene.act(scene.officer, id, 'proposeRejection', { text: 'See your mail of May.' });
  await scene.act(scene.supervisor, id, 'reject');
  const { notes, mails } = await updatesOf(id);
  expect(notes.map((it) => it.title)).toEqual(['Your complaint was closed']);
  const mail = mails.find((it) => it.subject.startsWith('Your complaint was closed'));
  expect(mail?.text).toContain(`${rejectReasons[0]}\n\nSee your mail of May.`);
  const details = await scene.citizen.call(getComplaint, { params: { id } });
  expect(details).toMatchObject({ status: 'Canceled', reply: null });
  expect(details.history.at(-1)).toMatchObject({ reason: rejectReasons[0] });
});

test('notes and assignments leave no trace for the citizen', async () => {
  const id = await scene.fileIn('in_progress');
  const before = { ...(await updatesOf(id)), details: await scene.citizen.call(getComplaint, { params: { id } }) };
  await scene.act(scene.officer, id, 'note', { text: 'SECRET-CANARY' });
  await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id, reason: 'SECRET-CANARY' });
  await scene.act(oversight, id, 'note', { text: 'SECRET-CANARY' });
  await scene.act(scene.officer, id, 'reply', { text: 'Public' });

  const after = await updatesOf(id);
  expect(after.notes).toHaveLength(before.notes.length + 1);
  expect(after.mails).toHaveLength(before.mails.length + 1);
  const details = await scene.citizen.call(getComplaint, { params: { id } });
  expect(details.history).toHaveLength(before.details.history.length + 1);
  // The numbers of the events have no gap either.
  expect(details.history.map((it) => it.id)).toEqual(['1', '2', '3']);
  expect(JSON.stringify([after, details])).not.toContain('SECRET-CANARY');
  expect(details.reply).toBe('Public');

  const desk = await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(desk.history.map((it) => it.visibility)).toContain('internal');
  expect(desk.history.filter((it) => JSON.stringify(it).includes('SECRET-CANARY'))).toHaveLength(3);
});

test('a refused step neither notifies nor mails the citizen', async () => {
  const id = await scene.file();
  await expect(scene.act(scene.officer, id, 'reply')).rejects.toMatchObject({ code: 'STATE_FORBIDS' });
  expect((await updatesOf(id)).notes).toEqual([]);
});
