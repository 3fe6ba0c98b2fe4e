import {
  getComplaint,
  getDeskComplaint,
  type HeldDecision,
  heldDecisions,
  listNotifications,
  staffMessage,
  transitionComplaint,
  undoReply,
  withdrawComplaint,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { account } from '../../../db/schema/tables.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { photo } from '../../../../test/support/media.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/support/server/app.ts';

import { sendHeldReply } from './send-held-reply.ts';

let api: TestApp;
let scene: Scene;
let id: string;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  // Held steps wait by the clock of the database too.
  api.clock.advance(Date.now() - api.clock.now().getTime());
  scene = await createScene(api);
  id = await scene.fileIn('in_progress');
});

const text = 'Come to counter 1 on Monday.';
async function sendWithPhoto(hold = crypto.randomUUID()) {
  const { version } = (await rowOf(api, id)).row;
  const form = { text, hold, version };
  await scene.officer.call(transitionComplaint, {
    params: { id, action: 'reply' },
    form,
    files: { files: [await photo('counter.png')] },
  });
  return hold;
}
async function citizenSeesFiles() {
  const { history, reply } = await scene.citizen.call(getComplaint, { params: { id } });
  return { files: history.flatMap((step) => step.attachments ?? []).map(({ fileName }) => fileName), reply };
}
async function send(action = 'reply', hold = crypto.randomUUID()) {
  const { version } = (await rowOf(api, id)).row;
  const shown = await scene.officer.call(transitionComplaint, {
    params: { id, action },
    body: { text, hold, version },
  });
  return { hold, shown };
}
const undo = (hold: string, by: Person = scene.officer) => by.call(undoReply, { params: { id }, body: { hold } });
/** Advances ten seconds, so that held replies are sent. */
async function tenSecondsLater() {
  await api.pool.query(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
    where task_identifier = 'send-held-reply'), run_at => now())`);
  await api.runJobs();
}
/** Mails to the officer about replies that were not sent. */
async function mailsOfNotSent() {
  const mails = await api.outbox();
  return mails.filter(
    ({ to, subject }) => to === scene.officer.email && subject.startsWith(staffMessage.replyNotSentTitle),
  );
}
/** Everything that the citizen could see of a reply. */
async function citizenSees() {
  const { state, reply, history } = await scene.citizen.call(getComplaint, { params: { id } });
  const { items } = await scene.citizen.call(listNotifications, { query: { limit: 100 } });
  const mails = (await api.outbox()).filter((mail) => mail.to === scene.citizen.email);
  const { version, updatedAt } = (await rowOf(api, id)).row;
  return { state, reply, history, items, mails: mails.length, version, updatedAt };
}

test.each(['reply', 'ask', 'resolve'])('a citizen never sees a %s that was undone', async (action) => {
  const before = await citizenSees();

  const { hold, shown } = await send(action);
  expect(shown?.state).toBe('in_progress');
  expect(await citizenSees()).toEqual(before);
  expect(await undo(hold)).toEqual({ message: staffMessage.replyUndone });
  await tenSecondsLater();

  expect(await citizenSees()).toEqual(before);
});

test('a held reply is sent once after ten seconds unless it is undone', async () => {
  const before = await citizenSees();
  await send('resolve');

  await tenSecondsLater();
  await tenSecondsLater();

  const after = await citizenSees();
  expect(after).toMatchObject({ state: 'resolved', reply: text, mails: before.mails + 1 });
  expect(after.history).toHaveLength(before.history.length + 1);
});

test('files of a held reply are sent with it', async () => {
  const { files } = await citizenSeesFiles();
  expect(files).toEqual([]);
  await sendWithPhoto();
  expect(await citizenSeesFiles()).toEqual({ files: [], reply: null });

  await tenSecondsLater();
  await tenSecondsLater();

  expect(await citizenSeesFiles()).toEqual({ files: ['counter.png'], reply: text });
});

test('files of an undone reply are never shown', async () => {
  await undo(await sendWithPhoto());
  await tenSecondsLater();

  expect(await citizenSeesFiles()).toEqual({ files: [], reply: null });
});

test('files of a reply that could not be sent are named in the note', async () => {
  await sendWithPhoto();
  await scene.citizen.call(withdrawComplaint, { body: { id } });
  await tenSecondsLater();

  const { history } = await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(history.at(-1)?.text).toContain(`${staffMessage.filesNotSent} counter.png`);
});

test('undoing a reply that was sent is refused with a message', async () => {
  const { hold } = await send();
  await tenSecondsLater();

  expect(await outcomeOf(undo(hold))).toMatchObject({ status: 409, message: staffMessage.replyGone });
  expect((await citizenSees()).reply).toBe(text);
});

test('nobody but its writer undoes a held reply, and it is still sent', async () => {
  const { hold } = await send();

  expect(await outcomeOf(undo(hold, scene.supervisor))).toMatchObject({ status: 404 });
  await tenSecondsLater();

  expect((await citizenSees()).reply).toBe(text);
});

test('a note of a colleague does not stop a held reply', async () => {
  await send();
  await scene.act(scene.supervisor, id, 'note');
  await tenSecondsLater();

  expect((await citizenSees()).reply).toBe(text);
});

test('a held reply stays as a note when the citizen withdraws meanwhile', async () => {
  await send();
  await scene.citizen.call(withdrawComplaint, { body: { id } });
  await tenSecondsLater();

  expect((await citizenSees()).reply).toBeNull();
  const { history } = await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(history.at(-1)).toMatchObject({ action: 'note', text: `${staffMessage.replyNotSent}\n\n${text}` });
  expect(await mailsOfNotSent()).toHaveLength(1);
});

test('a held reply stays as a note when its writer is recused meanwhile, and the writer is notified', async () => {
  const before = await citizenSees();
  await send();
  await scene.act(scene.supervisor, id, 'recuse', { person: scene.officer.id });
  await tenSecondsLater();

  expect((await citizenSees()).history).toEqual(before.history);
  const { history } = await scene.supervisor.call(getDeskComplaint, { params: { id } });
  expect(history.at(-1)).toMatchObject({
    action: 'note',
    by: 'officer',
    text: `${staffMessage.replyNotSent}\n\n${text}`,
  });
  const [mail] = await mailsOfNotSent();
  expect(mail?.text).toContain(staffMessage.replyNotSentMail);
  expect(JSON.stringify(mail)).not.toContain('counter 1');
});

test('a held reply is sent even if its writer sent the same text with a file meanwhile', async () => {
  const before = await citizenSees();
  await send();
  await sendWithPhoto();
  await tenSecondsLater();

  const after = await citizenSees();
  expect(after.history).toHaveLength(before.history.length + 2);
  expect(after.mails).toBe(before.mails + 2);
});

test('a held reply whose job runs twice is written once', async () => {
  const { hold } = await send();
  await scene.act(scene.supervisor, id, 'recuse', { person: scene.officer.id });
  const { rows } = await api.pool.query(`select payload from graphile_worker._private_jobs where key like '%' || $1`, [
    hold,
  ]);
  for (const _time of [1, 2]) await sendHeldReply(api.services, rows[0].payload);

  const notes = (await rowOf(api, id)).events.filter(({ action }) => action === 'note');
  expect(notes).toHaveLength(1);
});

test.each([
  ['was disabled', { disabledAt: new Date() }],
  ['became an administrator', { role: 'administrator', mdaId: null }],
] as const)('a reply whose writer %s in these seconds stays as a note', async (_what, change) => {
  const before = await citizenSees();
  await send();
  await api.services.db.update(account).set(change).where(eq(account.id, scene.officer.id));
  await tenSecondsLater();

  expect((await citizenSees()).history).toEqual(before.history);
  expect((await rowOf(api, id)).events.at(-1)).toMatchObject({ action: 'note' });
});

test('a held reply stays as a note without a mail when its writer is disabled meanwhile', async () => {
  await send();
  await scene.act(scene.supervisor, id, 'recuse', { person: scene.officer.id });
  await api.services.db.update(account).set({ disabledAt: new Date() }).where(eq(account.id, scene.officer.id));
  await tenSecondsLater();

  expect((await rowOf(api, id)).events.at(-1)).toMatchObject({ action: 'note' });
  expect(await mailsOfNotSent()).toEqual([]);
});

test('a forbidden reply is refused at once, and only replies and decisions are held', async () => {
  id = await scene.file();
  expect(await outcomeOf(send())).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
  expect(await outcomeOf(send('note'))).toMatchObject({ status: 400, fields: { hold: expect.any(String) } });
});

/** Has a supervisor decide on what the officer asked for, held for ten seconds. */
async function decide(action: HeldDecision) {
  const hold = crypto.randomUUID();
  const { version } = (await rowOf(api, id)).row;
  const input = action === 'reject' ? {} : { requester: scene.officer.id, reason: 'Why not.' };
  await scene.supervisor.call(transitionComplaint, { params: { id, action }, body: { ...input, hold, version } });
  return hold;
}
/** Has the officer ask for a decision, at an MDA that shows names to nobody unasked. */
async function askFor(action: HeldDecision) {
  scene = await createScene(api, 'two-person');
  id = await scene.fileIn('in_progress');
  await scene.act(scene.officer, id, question(action));
}
const question = (action: HeldDecision) => (action === 'reject' ? 'proposeRejection' : 'requestIdentity');
const lastStep = async () => (await rowOf(api, id)).events.at(-1);

test.each(heldDecisions)(
  'nobody hears of a decision (%s) before ten seconds, and never of one undone',
  async (action) => {
    await askFor(action);
    const before = await citizenSees();

    await undo(await decide(action), scene.supervisor);
    await decide(action);
    expect(await citizenSees()).toEqual(before);
    expect(await lastStep()).toMatchObject({ action: question(action) });
    await tenSecondsLater();

    expect(await lastStep()).toMatchObject({ action, actorId: scene.supervisor.id });
  },
);

test.each(heldDecisions)(
  'a decision (%s) on a question asked anew within ten seconds is not carried out',
  async (action) => {
    await askFor(action);
    await decide(action);
    await scene.act(scene.supervisor, id, action === 'reject' ? 'returnRejection' : 'denyIdentity');
    await scene.act(scene.officer, id, question(action));
    await tenSecondsLater();

    const note = { action: 'note', actorId: scene.supervisor.id, text: staffMessage[`${action}NotTaken`] };
    expect(await lastStep()).toMatchObject(note);
    const [mail] = (await api.outbox()).filter(({ to }) => to === scene.supervisor.email).slice(-1);
    expect(mail?.text).toContain(staffMessage.decisionNotTakenMail);
  },
);

test('a note of a colleague does not stop a held decision', async () => {
  await scene.act(scene.officer, id, 'proposeRejection');
  await decide('reject');
  await scene.act(scene.officer, id, 'note');
  await tenSecondsLater();

  expect(await citizenSees()).toMatchObject({ state: 'rejected' });
});

test('the text of a held reply is stored encrypted until it is sent', async () => {
  await send();

  const { rows } = await api.pool.query('select payload::text from graphile_worker._private_jobs');
  expect(JSON.stringify(rows)).not.toContain('counter 1');
});
