import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account } from '../../../db/schema/tables.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, newsRows, type Scene } from '../../../../test/support/complaints.ts';
import { recusalSteps } from '../../../../test/access/recusal-steps.ts';
import { failure } from '../../../../test/support/failure.ts';
import { processSlaReminders } from '../../engagement/process-sla-reminders.ts';

/*
 * Recusal by hand: permission and effects.
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
const { act, open, recuse, liftRecusal, mailsAbout } = recusalSteps(() => ({ api, scene }));

describe('a recusal by hand', () => {
  test('an officer recuses only themselves, and is unassigned', async () => {
    const id = await scene.fileIn('in_progress');
    expect(await failure(recuse(kwame, id, scene.officer))).toMatchObject({
      status: 403,
      message: 'Only a supervisor can recuse somebody else.',
    });
    expect(await failure(act(scene.officer, id, 'recuse', { person: scene.officer.id }))).toMatchObject({
      status: 400,
      fields: { reason: expect.any(String) },
    });
    expect(await failure(act(scene.officer, id, 'recuse', { reason: 'My brother.' }))).toMatchObject({
      fields: { person: expect.any(String) },
    });
    expect(await recuse(scene.officer, id, scene.officer)).toBeNull();
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

  test('a supervisor and oversight recuse staff of the MDA that has the complaint or is offered it', async () => {
    const id = await scene.file();
    const stranger = await api.officer((await api.mda()).id);
    expect(await failure(recuse(stranger, id))).toMatchObject({
      status: 400,
      fields: { person: expect.any(String) },
    });
    expect(await failure(recuse(scene.neighbour, id))).toMatchObject({ status: 400 });
    expect(await failure(recuse(scene.citizen, id))).toMatchObject({ status: 400 });
    expect((await recuse(kwame, id, oversight))?.recusedStaff).toMatchObject([{ id: kwame.id }]);
    await scene.act(scene.officer, id, 'offerTransfer');
    await recuse(scene.neighbour, id);
    expect(await failure(open(scene.neighbour, id))).toMatchObject(notFound);
    expect((await liftRecusal(scene.neighbour, id, oversight))?.recusedStaff).toMatchObject([{ id: kwame.id }]);
    // An MDA that is offered a complaint does not read who is recused.
    expect(await open(scene.neighbour, id)).toMatchObject({ recusedStaff: [] });
  });

  test('a recused officer can be neither assigned nor mentioned', async () => {
    const id = await scene.file();
    await recuse(kwame, id);
    expect(await failure(act(scene.supervisor, id, 'assign', { assignee: kwame.id }))).toMatchObject({
      status: 400,
      fields: { assignee: 'They are recused from this complaint. Lift the recusal first, or choose somebody else.' },
    });
    expect(await failure(act(scene.officer, id, 'note', { text: 'Look', mentions: [kwame.id] }))).toMatchObject({
      fields: { mentions: 'Somebody you mention is recused from this complaint. Take their name out.' },
    });
    const mails = await api.outbox();
    expect(mails.filter((it) => it.to === kwame.email)).toEqual([]);
  });

  test('reminders skip recused staff and go to oversight where no supervisor is left', async () => {
    const late = async (from: readonly Person[]) => {
      const id = await scene.file();
      for (const { id: person } of from) await scene.act(scene.supervisor, id, 'recuse', { person });
      api.clock.advance(20 * 24 * 3_600_000);
      await processSlaReminders(api.services);
      return (await newsRows(api, id)).filter(({ kind }) => kind.endsWith('Late'));
    };
    const some = (await late([efua])).map(({ email }) => email);
    expect(some).toContain(scene.supervisor.email);
    expect(some).not.toContain(efua.email);
    const none = (await late([efua, scene.supervisor])).map(({ email }) => email);
    expect(none).toContain(oversight.email);
    expect(none).not.toContain(efua.email);
    expect(none).not.toContain(scene.supervisor.email);
  });
});

describe('where nobody is left', () => {
  const subject = 'Nobody can deal with a complaint';

  test('oversight gets a mail at once when all staff are recused, with the tracking ID alone, and lifts a recusal', async () => {
    const { id: mda } = await api.mda();
    const head = await api.staff('supervisor', mda, { firstName: 'Adjoa', lastName: 'Ofori' });
    const gone = await api.officer(mda);
    await api.services.db.update(account).set({ disabledAt: api.clock.now() }).where(eq(account.id, gone.id));
    const id = await scene.file({ mda, title: 'Adjoa Ofori' });
    const mails = await mailsAbout(id, subject);
    expect(mails.map((it) => it.to)).toEqual([oversight.email]);
    expect(mails[0]?.text).not.toContain('Adjoa');
    expect(mails[0]?.text).toContain(`/desk/complaint/open/${id}`);
    expect(await failure(open(head, id))).toMatchObject(notFound);
    await scene.act(oversight, id, 'liftRecusal', { person: head.id });
    expect(await open(head, id)).toMatchObject({ id });
  });

  test('oversight gets a mail only at the last recusal by hand', async () => {
    const id = await scene.file();
    for (const person of [kwame, efua, scene.officer]) await recuse(person, id);
    expect(await mailsAbout(id, subject)).toEqual([]);
    await recuse(scene.supervisor, id);
    expect(await mailsAbout(id, subject)).toHaveLength(1);
  });
});
