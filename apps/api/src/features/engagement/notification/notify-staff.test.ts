import {
  getMailTimes,
  listNotifications,
  markNotification,
  markNotifications,
  emailTopics,
  setLeave,
  staffEmails,
  updateMailTimes,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account, complaint } from '../../../db/schema/tables.ts';
import { putInUnit } from '../../../../test/support/units.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, newsRows, rowOf, type Scene } from '../../../../test/support/complaints.ts';

let api: TestApp;
let scene: Scene;
let oversight: Person;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  oversight = await api.staff('oversight');
});
afterAll(() => api.close());
beforeEach(async () => {
  scene = await createScene(api);
});

/** Lists the notifications about a complaint as `kind to recipient`. */
const notificationsAbout = async (id: string) => {
  const names = new Map(
    Object.entries({ ...scene, oversight }).map(([name, person]) => [(person as Person).email, name]),
  );
  return (await newsRows(api, id)).map(({ kind, email }) => `${kind} to ${names.get(email) ?? email}`);
};
const bell = (person: Person) => person.call(listNotifications);
const mailsTo = async (person: Person) => (await api.outbox()).filter(({ to }) => to === person.email);

describe('recipients', () => {
  test('an officer is notified of a complaint assigned by a colleague, not of one they take themselves', async () => {
    const [id, own] = [await scene.file(), await scene.file()];
    await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    await scene.act(scene.officer, own, 'assign', { assignee: scene.officer.id });

    expect(await notificationsAbout(id)).toEqual(['assigned to officer']);
    expect(await notificationsAbout(own)).toEqual([]);
  });

  test('a supervisor limited to units hears of their complaints, of those of no unit, and where nobody else does', async () => {
    const [one, two] = [await putInUnit(api, scene.mdaId, []), await putInUnit(api, scene.mdaId, [])];
    const second = await api.staff('supervisor', scene.mdaId);
    const limit = (person: Person, units: string[]) =>
      person.call(updateMailTimes, { body: { ...emailTopics, units } });
    await limit(second, [one]);
    expect(await second.call(getMailTimes)).toMatchObject({ units: [one] });
    const told = async (unit: string | null) => {
      const id = await scene.fileIn('awaiting_citizen');
      await api.pool.query('update complaint set unit_id = $2, assignee_id = null where id = $1', [id, unit]);
      await scene.act(scene.citizen, id, 'answer');
      return (await newsRows(api, id)).filter(({ kind }) => kind === 'answered').map(({ email }) => email);
    };
    const both = [scene.supervisor.email, second.email];

    expect(await told(one)).toEqual(expect.arrayContaining(both));
    expect(await told(two)).toEqual([scene.supervisor.email]);
    expect(await told(null)).toEqual(expect.arrayContaining(both));
    await limit(scene.supervisor, [one]);
    expect(await told(two)).toEqual(expect.arrayContaining(both));
  });

  test('a limit to units of another MDA, or to retired ones, is none', async () => {
    const second = await api.staff('supervisor', scene.mdaId);
    const [retired, used] = [await putInUnit(api, scene.mdaId, []), await putInUnit(api, scene.mdaId, [])];
    const foreign = await putInUnit(api, scene.neighbour.caller.mdaId ?? '', []);
    await api.pool.query('update unit set active = false where id = $1', [retired]);
    await second.call(updateMailTimes, { body: { ...emailTopics, units: [foreign, retired] } });
    const id = await scene.fileIn('awaiting_citizen');
    await api.pool.query('update complaint set unit_id = $2, assignee_id = null where id = $1', [id, used]);

    await scene.act(scene.citizen, id, 'answer');

    expect((await newsRows(api, id)).map(({ email }) => email)).toContain(second.email);
  });

  test('a deputy is notified too while the officer is away, and no longer once they are back', async () => {
    const deputy = await api.officer(scene.mdaId);
    const leave = (until: string | null) =>
      scene.officer.call(setLeave, { params: { id: scene.officer.id }, body: { until, deputy: until && deputy.id } });
    const [during, after] = [await scene.fileIn('awaiting_citizen'), await scene.fileIn('awaiting_citizen')];
    await leave('2026-05-08');
    await scene.act(scene.citizen, during, 'answer');
    await leave(null);
    await scene.act(scene.citizen, after, 'answer');

    expect((await notificationsAbout(during)).toSorted()).toEqual(
      ['answered to officer', `answered to ${deputy.email}`].toSorted(),
    );
    expect(await bell(deputy)).toMatchObject({ items: [{ complaintId: during }], unread: 1 });
    expect(await notificationsAbout(after)).toEqual(['answered to officer']);
  });

  test('an answer notifies the assignee, or the supervisors without one', async () => {
    const [id, nobodys] = [await scene.fileIn('awaiting_citizen'), await scene.fileIn('awaiting_citizen')];
    await scene.act(scene.supervisor, nobodys, 'assign', { assignee: null });
    for (const each of [id, nobodys]) await scene.act(scene.citizen, each, 'answer');

    expect(await notificationsAbout(id)).toEqual(['answered to officer']);
    expect(await notificationsAbout(nobodys)).toEqual(['answered to supervisor']);
  });

  test('a re-opening notifies the former assignee, or the supervisors once they left', async () => {
    const [id, left] = [await scene.fileIn('resolved'), await scene.fileIn('resolved')];
    await scene.act(scene.citizen, id, 'reopen');
    await api.services.db.update(account).set({ disabledAt: new Date() }).where(eq(account.id, scene.officer.id));
    await scene.act(scene.citizen, left, 'reopen');

    expect(await notificationsAbout(id)).toEqual(['reopened to officer']);
    expect(await notificationsAbout(left)).toEqual(['reopened to supervisor']);
  });
});

describe('the bell at the desk', () => {
  test('the bell shows each event with tracking ID, title and its step', async () => {
    const id = await scene.file({ title: 'No water at the school' });
    await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    const { row, events } = await rowOf(api, id);

    expect(await bell(scene.officer)).toEqual({
      items: [
        {
          id: expect.any(String) as string,
          complaintId: id,
          title: staffEmails.assigned.title,
          body: `${row.trackingId} · No water at the school`,
          time: api.clock.now().toISOString(),
          read: false,
          step: String(events.at(-1)?.seq),
        },
      ],
      nextCursor: null,
      unread: 1,
    });
  });

  test('the bell marks one notification, those about a complaint, or all', async () => {
    const ids = [await scene.file(), await scene.file(), await scene.file()];
    for (const id of ids) await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    const [first] = (await bell(scene.officer)).items;

    await scene.officer.call(markNotification, { params: { id: first?.id ?? '' } });
    expect(await bell(scene.officer)).toMatchObject({ unread: 2 });
    await expect(scene.supervisor.call(markNotification, { params: { id: first?.id ?? '' } })).rejects.toMatchObject({
      status: 404,
    });
    const complaintId = ids.find((id) => id !== first?.complaintId) ?? '';
    expect(await scene.officer.call(markNotifications, { body: { complaint: complaintId } })).toEqual({ unread: 1 });
    expect(await scene.officer.call(markNotifications, { body: {} })).toEqual({ unread: 0 });
  });

  test('reading a notification updates the reader’s other tabs', async () => {
    const id = await scene.file();
    await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    const [item] = (await bell(scene.officer)).items;
    let stop = () => {};
    const heard = new Promise<string | undefined>((resolve) => {
      stop = api.services.live.subscribe(scene.officer.id, (what) => what === 'read' && resolve(what));
    });

    await scene.officer.call(markNotification, { params: { id: item?.id ?? '' } });

    expect(await heard).toBe('read');
    stop();
  });

  const hidings: [string, (id: string) => Promise<unknown>][] = [
    ['was recused from', (id) => scene.act(oversight, id, 'recuse', { person: scene.officer.id })],
    [
      'lost to another MDA',
      async (id) =>
        api.services.db
          .update(complaint)
          .set({ mdaId: scene.neighbour.caller.mdaId ?? '', assigneeId: null })
          .where(eq(complaint.id, id)),
    ],
  ];
  test.each(hidings)(
    'the bell hides a complaint that its reader %s from list, count, marks and mails',
    async (_, hide) => {
      await scene.officer.call(updateMailTimes, { body: { ...emailTopics, answered: 'now' } });
      const [id, open] = [await scene.fileIn('awaiting_citizen'), await scene.fileIn('awaiting_citizen')];
      for (const each of [id, open]) await scene.act(scene.citizen, each, 'answer');
      const hidden = (await bell(scene.officer)).items.find(({ complaintId }) => complaintId === id);
      await hide(id);

      const shown = await bell(scene.officer);
      expect(shown).toMatchObject({ items: [{ complaintId: open }], unread: 1 });
      await expect(scene.officer.call(markNotification, { params: { id: hidden?.id ?? '' } })).rejects.toMatchObject({
        status: 404,
      });
      const mails = JSON.stringify(await mailsTo(scene.officer));
      expect(mails).toContain(open);
      expect(mails).not.toContain(id);
      // The row stays unread, in case it is shown again.
      await scene.officer.call(markNotifications, { body: {} });
      const { rows } = await api.pool.query('select read_at from notification where id = $1', [hidden?.id]);
      expect(rows).toEqual([{ read_at: null }]);
    },
  );

  test.each([
    ['is disabled', { disabledAt: new Date() }],
    ['became an administrator', { role: 'administrator', mdaId: null }],
    ['moved to another MDA', { mdaId: 'neighbour' }],
  ] as const)('sends no waiting mail to somebody who %s', async (_, change) => {
    const id = await scene.file();
    await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    const moved = 'mdaId' in change && change.mdaId !== null ? { mdaId: scene.neighbour.caller.mdaId } : {};
    await api.services.db
      .update(account)
      .set({ ...change, ...moved })
      .where(eq(account.id, scene.officer.id));

    expect(await mailsTo(scene.officer)).toEqual([]);
  });
});

describe('mails', () => {
  test('assignments are mailed at once and answers are not, unless the reader chose otherwise', async () => {
    const id = await scene.fileIn('awaiting_citizen');
    await scene.act(scene.citizen, id, 'answer');
    await scene.act(scene.supervisor, id, 'assign', { assignee: null });
    await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    expect((await mailsTo(scene.officer)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(staffEmails.assigned.title),
    ]);

    expect(await scene.officer.call(getMailTimes)).toEqual(emailTopics);
    const chosen = { ...emailTopics, assigned: 'never', answered: 'now' } as const;
    expect(await scene.officer.call(updateMailTimes, { body: chosen })).toEqual(chosen);
    expect(await scene.officer.call(getMailTimes)).toEqual(chosen);
    await scene.act(scene.officer, id, 'ask');
    await scene.act(scene.citizen, id, 'answer');
    await scene.act(scene.supervisor, id, 'assign', { assignee: null });
    await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    expect((await mailsTo(scene.officer)).map(({ subject }) => subject).slice(1)).toEqual([
      expect.stringContaining(staffEmails.answered.title),
    ]);
  });

  test('mails to staff contain the tracking ID and a link, and no data of the citizen', async () => {
    const id = await scene.file({ title: 'The canary title' });
    await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
    const { trackingId } = (await rowOf(api, id)).row;

    const [mail] = await mailsTo(scene.officer);
    expect(mail?.subject).toBe(`${staffEmails.assigned.title} (${trackingId})`);
    expect(mail?.text).toContain(`/desk/complaint/open/${id}#step-2`);
    expect(JSON.stringify(mail)).not.toContain('canary');
  });

  test('an unknown time for mails is refused', async () => {
    const body = { ...emailTopics, assigned: 'weekly' } as never;
    await expect(scene.officer.call(updateMailTimes, { body })).rejects.toMatchObject({
      status: 400,
      fields: { assigned: expect.any(String) },
    });
  });
});
