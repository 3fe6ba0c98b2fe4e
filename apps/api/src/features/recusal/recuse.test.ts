import { submitComplaint } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account } from '../../db/schema/tables.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { keepSteps } from '../../../test/access/recusal-steps.ts';
import { failure } from '../../../test/support/failure.ts';
import { photo } from '../../../test/support/media.ts';
import { processSlaReminders } from '../sla/process-sla-reminders.ts';

/*
 * Who may keep a complaint from whom, and what becomes of one that nobody is left to deal with.
 */

let api: TestApp;
let scene: Scene;
let kwame: Person;
let efua: Person;
let oversight: Person;
beforeAll(async () => {
  const plenty = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: '2026-05-04T09:00:00Z', rates: { session: plenty, network: plenty } });
  oversight = await api.staff('oversight');
});
afterAll(() => api.close());

beforeEach(async () => {
  scene = await createScene(api);
  kwame = await api.staff('officer', scene.mdaId, { firstName: 'Kwame', lastName: 'Mensah' });
  efua = await api.staff('supervisor', scene.mdaId, { firstName: 'Efua', lastName: 'Sarpong' });
});

const notFound = { status: 404, code: 'NOT_FOUND' };
const { act, open, recuse, liftRecusal } = keepSteps(() => ({ api, scene }));

describe('kept by people', () => {
  test('an officer from themselves, and nobody else; the last they see is that it is done', async () => {
    const id = await scene.fileIn('in_progress');
    expect(await failure(recuse(kwame, id, scene.officer))).toMatchObject({
      status: 403,
      message: 'Only a supervisor can keep a complaint from somebody else.',
    });
    expect(await failure(act(scene.officer, id, 'recuse', { person: scene.officer.id }))).toMatchObject({
      status: 400,
      fields: { reason: expect.any(String) },
    });
    expect(await failure(act(scene.officer, id, 'recuse', { reason: 'My brother.' }))).toMatchObject({
      fields: { person: expect.any(String) },
    });
    expect(await recuse(scene.officer, id, scene.officer)).toMatchObject({ id, assignee: null, allowed: [] });
    expect(await failure(open(scene.officer, id))).toMatchObject(notFound);
    expect(await failure(liftRecusal(scene.officer, id, scene.officer))).toMatchObject({ status: 403 });
    expect(await open(scene.supervisor, id)).toMatchObject({
      assignee: null,
      recusedStaff: [{ id: scene.officer.id }],
      history: expect.arrayContaining([expect.objectContaining({ action: 'recuse', reason: 'It is about them.' })]),
    });
    const { rows } = await api.pool.query(
      `select detail from audit where action = 'complaint.acted' and object_id = $1 and actor_id = $2
        order by at desc, id desc`,
      [id, scene.officer.id],
    );
    expect(rows).toContainEqual({ detail: { step: 'recuse' } });
  });

  test('a supervisor, and oversight, from whoever works where it is or is offered', async () => {
    const id = await scene.file();
    const stranger = await api.officer((await api.mda()).id);
    expect(await failure(recuse(stranger, id))).toMatchObject({
      status: 400,
      fields: { person: expect.any(String) },
    });
    expect(await failure(recuse(scene.neighbour, id))).toMatchObject({ status: 400 });
    expect(await failure(recuse(scene.citizen, id))).toMatchObject({ status: 400 });
    expect((await recuse(kwame, id, oversight)).recusedStaff).toMatchObject([{ id: kwame.id }]);
    await scene.act(scene.officer, id, 'offerTransfer');
    await recuse(scene.neighbour, id);
    expect(await failure(open(scene.neighbour, id))).toMatchObject(notFound);
    expect((await liftRecusal(scene.neighbour, id, oversight)).recusedStaff).toMatchObject([{ id: kwame.id }]);
    // They see what one who declines sees: nothing of whom it is kept from.
    expect(await open(scene.neighbour, id)).toMatchObject({ recusedStaff: [] });
  });

  test('nobody is given, or told of, what is kept from them', async () => {
    const id = await scene.file();
    await recuse(kwame, id);
    expect(await failure(act(scene.supervisor, id, 'assign', { assignee: kwame.id }))).toMatchObject({
      status: 400,
      fields: { assignee: 'This complaint is kept from them. Let them see it first, or choose somebody else.' },
    });
    expect(await failure(act(scene.officer, id, 'note', { text: 'Look', mentions: [kwame.id] }))).toMatchObject({
      fields: { mentions: 'Somebody you mention does not see this complaint. Take their name out.' },
    });
    const mails = await api.outbox();
    expect(mails.filter((it) => it.to === kwame.email)).toEqual([]);
  });

  test('no alarm goes to them; where no supervisor is left, oversight is told', async () => {
    const late = async (from: readonly Person[]) => {
      const id = await scene.file();
      for (const { id: person } of from) await scene.act(scene.supervisor, id, 'recuse', { person });
      const { trackingId } = (await rowOf(api, id)).row;
      api.clock.advance(20 * 24 * 3_600_000);
      await processSlaReminders(api.services);
      return (await api.outbox()).filter((it) => it.subject.includes('is late') && it.subject.includes(trackingId));
    };
    const some = (await late([efua])).map((it) => it.to);
    expect(some).toContain(scene.supervisor.email);
    expect(some).not.toContain(efua.email);
    const none = (await late([efua, scene.supervisor])).map((it) => it.to);
    expect(none).toContain(oversight.email);
    expect(none).not.toContain(efua.email);
    expect(none).not.toContain(scene.supervisor.email);
  });
});

describe('where nobody is left', () => {
  const alone = async (trackingId: string) =>
    (await api.outbox()).filter((it) => it.subject === `Nobody can deal with a complaint (${trackingId})`);

  test('oversight is told at once, by the tracking id alone, and lets somebody see it', async () => {
    const { id: mda } = await api.mda();
    const head = await api.staff('supervisor', mda, { firstName: 'Adjoa', lastName: 'Ofori' });
    const gone = await api.officer(mda);
    await api.services.db.update(account).set({ disabledAt: api.clock.now() }).where(eq(account.id, gone.id));
    const id = await scene.file({ mda, title: 'Adjoa Ofori' });
    const { trackingId } = (await rowOf(api, id)).row;
    const mails = await alone(trackingId);
    expect(mails.map((it) => it.to)).toEqual([oversight.email]);
    expect(mails[0]?.text).not.toContain('Adjoa');
    expect(mails[0]?.text).toContain(`/desk/complaint/open/${id}`);
    expect(await failure(open(head, id))).toMatchObject(notFound);
    await scene.act(oversight, id, 'liftRecusal', { person: head.id });
    expect(await open(head, id)).toMatchObject({ id });
  });

  test('by the last one who kept it from themselves, too, and not before', async () => {
    const id = await scene.file();
    const { trackingId } = (await rowOf(api, id)).row;
    for (const person of [kwame, efua, scene.officer]) await recuse(person, id);
    expect(await alone(trackingId)).toEqual([]);
    await recuse(scene.supervisor, id);
    expect(await alone(trackingId)).toHaveLength(1);
  });

  test('the same with files, and with a key that is used twice it is told once', async () => {
    const { id: mda } = await api.mda();
    await api.staff('supervisor', mda, { firstName: 'Esi', lastName: 'Ansah' });
    const form = scene.fields({ mda, title: 'Ansah Esi' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = async () =>
      scene.citizen.call(submitComplaint, { form, files: { files: [await photo('a.png')] } }, { headers });
    const { trackingId, id } = await send();
    expect((await send()).id).toBe(id);
    expect(await alone(trackingId)).toHaveLength(1);
  });
});
