import {
  transitionComplaint,
  countDeskComplaints,
  deleteAccount,
  type DeskComplaint,
  getComplaint,
  getDeskComplaint,
  identityHours,
  listAudit,
  listDeskComplaints,
  listNotifications,
  states,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { account, complaintEvent, identityRequest } from '../../../db/schema/tables.ts';
import { insertSession } from '../../../auth/session/session.store.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { redactPerson } from '../../people/privacy/anonymity.store.ts';
import { verifyHistory } from '../record/verify-history.ts';

/*
 * The identity behind a complaint: masked, requested with a reason, disclosed or denied by a second person, masked again.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let colleague: Person;
let oversight: Person;
let citizen: Person;
let id: string;
beforeEach(async () => {
  scene = await createScene(api, 'two-person');
  colleague = await api.officer(scene.mdaId);
  oversight = await api.staff('oversight');
  citizen = await api.citizen({ firstName: 'Amina', lastName: 'Onyekachukwu' });
  await api.services.db.update(account).set({ phone: '+234 803 555 0192' }).where(eq(account.id, citizen.id));
  id = await scene.file({}, citizen);
  await scene.act(scene.officer, id, 'start');
});

const shown = (person: Person): Promise<DeskComplaint> => person.call(getDeskComplaint, { params: { id } });
const step = (person: Person, action: string, words?: object) => takeStep(api, person, id, action, words);
const ask = (person: Person, reason = 'I have to call back.') => step(person, 'requestIdentity', { reason });
const show = (person: Person, requester: Person) => step(person, 'discloseIdentity', { requester: requester.id });
const refuse = (person: Person, requester: Person) =>
  step(person, 'denyIdentity', { requester: requester.id, reason: 'A reply does.' });
const whole = { name: 'Amina Onyekachukwu', email: '', phone: '+234 803 555 0192' };
const masked = { name: 'Amina O.', firstName: 'Amina', identity: null };
/** Sessions of staff end sooner than a grant does. */
const again = async ({ id: accountId, caller: { role } }: Person) => {
  const { db, clock, settings } = api.services;
  const token = await insertSession(db, {
    accountId,
    role,
    userAgent: 'test',
    now: clock.now(),
    lives: settings.sessions,
  });
  return api.callAs(token);
};
const conflict = (message: string) => ({ status: 409, code: 'CONFLICT', message });
const mailsTo = async ({ email }: Person) =>
  (await api.outbox()).filter((it) => it.to === email && it.text.includes(id) && /who sent|be seen/u.test(it.subject));
const isSecret = (answer: unknown) =>
  ['Onyekachukwu', '555 0192', citizen.email].filter((it) => JSON.stringify(answer).includes(it));

describe('an identity request', () => {
  test('an approved identity request discloses it to the requester alone, and the citizen is notified', async () => {
    expect((await shown(scene.officer)).citizen).toMatchObject({ ...masked, identityRequests: [] });
    const asked = await ask(scene.officer);
    expect(asked?.citizen).toMatchObject(masked);
    const waiting = [{ by: { id: scene.officer.id }, reason: 'I have to call back.' }];
    for (const person of [scene.officer, colleague, scene.supervisor, oversight]) {
      expect((await shown(person)).citizen).toMatchObject({ ...masked, identityRequests: waiting });
    }
    expect((await mailsTo(scene.supervisor)).map((it) => it.text)).toEqual([
      expect.stringContaining(asked!.trackingId) as string,
    ]);
    expect(
      isSecret([await api.outbox()].flat().filter((it) => it.to !== citizen.email && it.text.includes(id))),
    ).toEqual([]);
    expect(await mailsTo(oversight)).toEqual([]);
    // The citizen has not been notified yet.
    const before = await citizen.call(getComplaint, { params: { id } });
    expect(before.history).toHaveLength(2);

    api.clock.advance(60_000);
    const decided = await show(scene.supervisor, scene.officer);
    expect(decided?.citizen).toMatchObject({ ...masked, identityRequests: [] });
    expect(isSecret(decided)).toEqual([]);
    const until = new Date(api.clock.now().getTime() + identityHours * 3_600_000).toISOString();
    const seen = await shown(scene.officer);
    expect(seen.citizen).toMatchObject({ name: 'Amina O.', identity: { ...whole, email: citizen.email, until } });
    for (const person of [colleague, scene.supervisor, oversight]) expect(isSecret(await shown(person))).toEqual([]);
    // The reply to their own steps shows it too, but no list does.
    expect((await step(scene.officer, 'reply', { text: 'We call you.' }))?.citizen.identity?.name).toBe(whole.name);
    expect(isSecret(await scene.officer.call(listDeskComplaints))).toEqual([]);

    const { history, mda } = await citizen.call(getComplaint, { params: { id } });
    const public_ = {
      action: 'discloseIdentity',
      by: 'officer',
      actor: mda.name,
      text: mda.name,
      reason: 'I have to call back.',
    };
    expect(history.find((it) => it.action === 'discloseIdentity')).toMatchObject(public_);
    expect(JSON.stringify(history)).not.toContain(scene.officer.id);
    expect(history.map((it) => it.requester)).toEqual(history.map(() => undefined));
    const { items } = await citizen.call(listNotifications, { query: { limit: 10 } });
    expect(items.map((it) => it.title)).toContain('Your name and contact data may be seen');
    const [mail] = await mailsTo(citizen);
    expect(mail?.text).toContain(`${mda.name} may see your full name and contact data`);
    expect(mail?.text).toContain('I have to call back.');

    api.clock.advance(identityHours * 3_600_000 - 1);
    const later = await again(scene.officer);
    expect((await later(getDeskComplaint, { params: { id } })).citizen.identity?.email).toBe(citizen.email);
    api.clock.advance(1);
    const end = await (await again(scene.officer))(getDeskComplaint, { params: { id } });
    expect(end.citizen).toMatchObject({ ...masked, identityRequests: [] });
    expect(isSecret(end)).toEqual([]);
    const faults: string[] = [];
    await verifyHistory(api.services.db, (line) => faults.push(line));
    expect(faults).toEqual([]);
  });

  test('the audit trail records who requested, decided and viewed an identity', async () => {
    await ask(scene.officer);
    await show(scene.supervisor, scene.officer);
    await shown(scene.officer);
    await shown(scene.officer);
    await shown(colleague);
    const of = async (person: Person) =>
      (await auditedBy(api, person)).filter((it) => it.objectId === id).map((it) => [it.action, it.detail]);
    expect(await of(scene.officer)).toEqual(
      expect.arrayContaining([
        ['complaint.acted', { step: 'requestIdentity' }],
        ['complaint.identity-viewed', null],
      ]),
    );
    expect((await of(scene.officer)).filter(([it]) => it === 'complaint.identity-viewed')).toHaveLength(1);
    expect(await of(scene.supervisor)).toContainEqual([
      'complaint.acted',
      { step: 'discloseIdentity', requester: scene.officer.id },
    ]);
    for (const person of [colleague, scene.supervisor])
      expect((await of(person)).map(([it]) => it)).not.toContain('complaint.identity-viewed');
    const { items } = await scene.supervisor.call(listAudit, { query: { object: id } });
    expect(items.map((it) => it.action)).toContain('complaint.identity-viewed');
    expect(isSecret(items)).toEqual([]);
  });

  test('a denied identity request leaves the identity masked and the citizen unnotified, and may be repeated', async () => {
    await ask(scene.officer);
    const before = await citizen.call(getComplaint, { params: { id } });
    const refused = await refuse(scene.supervisor, scene.officer);
    expect(refused?.history.at(-1)).toMatchObject({
      action: 'denyIdentity',
      reason: 'A reply does.',
      requester: expect.stringMatching(/^Ada Obi/u) as string,
    });
    expect((await shown(scene.officer)).citizen).toMatchObject({ ...masked, identityRequests: [] });
    expect((await citizen.call(getComplaint, { params: { id } })).history).toEqual(before.history);
    expect(await mailsTo(citizen)).toEqual([]);
    expect((await ask(scene.officer))?.citizen.identityRequests).toHaveLength(1);
  });
});

describe('the decision on an identity request', () => {
  test('the requester cannot decide on their own identity request', async () => {
    await ask(scene.supervisor);
    const own = { status: 403, code: 'FORBIDDEN', message: 'Somebody else has to decide on your own request.' };
    expect(await outcomeOf(show(scene.supervisor, scene.supervisor))).toMatchObject(own);
    expect(await outcomeOf(refuse(scene.supervisor, scene.supervisor))).toMatchObject(own);
    expect((await shown(scene.supervisor)).citizen).toMatchObject(masked);
    await show(oversight, scene.supervisor);
    expect((await shown(scene.supervisor)).citizen.identity).toMatchObject({ name: whole.name });
  });

  test('neither officers nor another MDA can decide on an identity request', async () => {
    await ask(scene.officer);
    expect(await outcomeOf(show(scene.officer, scene.officer))).toMatchObject({ status: 403 });
    expect(await outcomeOf(show(colleague, scene.officer))).toMatchObject({ status: 403 });
    const foreign = await api.staff('supervisor', scene.neighbour.caller.mdaId ?? '');
    expect(await outcomeOf(show(foreign, scene.officer))).toMatchObject({ status: 404 });
    expect(await outcomeOf(ask(scene.neighbour))).toMatchObject({ status: 404 });
    expect((await shown(scene.officer)).citizen).toMatchObject(masked);
  });

  test('the citizen is notified that oversight reads an identity that it requested', async () => {
    await ask(oversight, 'We look into the office itself.');
    expect(await mailsTo(scene.supervisor)).toHaveLength(1);
    await show(scene.supervisor, oversight);
    expect((await shown(oversight)).citizen.identity).toMatchObject({ name: whole.name });
    const { history } = await citizen.call(getComplaint, { params: { id } });
    expect(history.at(-1)).toMatchObject({ action: 'discloseIdentity', text: null });
    expect((await mailsTo(citizen))[0]?.text).toContain('Oversight may see');
  });

  test('oversight decides on an identity request where there is no other supervisor', async () => {
    await ask(scene.supervisor);
    expect(await mailsTo(oversight)).toHaveLength(1);
    expect(await mailsTo(scene.supervisor)).toEqual([]);
  });

  test('a decision without an identity request is refused, and so are a second request and a second decision', async () => {
    await ask(scene.officer);
    const before = await rowOf(api, id);
    expect(await outcomeOf(ask(scene.officer))).toMatchObject(
      conflict('This was done or decided meanwhile. Look at what changed.'),
    );
    const nobody = conflict('This was done or decided meanwhile. Look at what changed.');
    expect(await outcomeOf(show(scene.supervisor, colleague))).toMatchObject(nobody);
    expect(await outcomeOf(step(scene.supervisor, 'discloseIdentity'))).toMatchObject({
      status: 400,
      fields: { requester: expect.any(String) as string },
    });
    expect(await outcomeOf(step(scene.supervisor, 'discloseIdentity', { requester: 'x' }))).toMatchObject({
      status: 400,
    });
    const wordless = { status: 400, fields: { reason: expect.any(String) as string } };
    expect(await outcomeOf(step(scene.supervisor, 'denyIdentity', { requester: scene.officer.id }))).toMatchObject(
      wordless,
    );
    expect(await outcomeOf(step(colleague, 'requestIdentity'))).toMatchObject(wordless);
    expect(await rowOf(api, id)).toEqual(before);
    await show(scene.supervisor, scene.officer);
    expect(await outcomeOf(show(oversight, scene.officer))).toMatchObject(nobody);
    expect(await outcomeOf(refuse(oversight, scene.officer))).toMatchObject(nobody);
    expect(await outcomeOf(ask(scene.officer))).toMatchObject(
      conflict('This was done or decided meanwhile. Look at what changed.'),
    );
  });

  test('the second of two simultaneous decisions on an identity request gets 409', async () => {
    await ask(scene.officer);
    const { version } = (await rowOf(api, id)).row;
    const body = { requester: scene.officer.id, version };
    const decide = (person: Person) =>
      outcomeOf(person.call(transitionComplaint, { params: { id, action: 'discloseIdentity' }, body }));
    const outcomes = await Promise.all([decide(scene.supervisor), decide(oversight)]);
    expect(outcomes).toContain('success');
    expect(outcomes.filter((it) => it !== 'success')).toMatchObject([{ status: 409 }]);
  });
});

describe('a request or disclosure ends', () => {
  const waiting = () => api.services.db.$count(identityRequest, eq(identityRequest.complaintId, id));

  test('an identity request or disclosure ends when the complaint moves to another MDA', async () => {
    await ask(scene.officer);
    await show(scene.supervisor, scene.officer);
    await ask(colleague);
    await ask(oversight);
    await scene.act(scene.officer, id, 'offerTransfer');
    // An MDA that is offered the complaint neither sees the requester nor decides.
    expect((await shown(scene.neighbour)).citizen).toMatchObject({ ...masked, identityRequests: [] });
    expect(await outcomeOf(ask(scene.neighbour))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
    await scene.act(scene.neighbour, id, 'acceptTransfer');
    expect(await waiting()).toBe(0);
    await scene.act(scene.neighbour, id, 'offerTransfer', { mda: scene.mdaId });
    expect((await shown(scene.officer)).citizen).toMatchObject(masked);
    await scene.act(scene.officer, id, 'acceptTransfer');
    expect((await shown(scene.officer)).citizen).toMatchObject(masked);
  });

  test('the next MDA does not read the reason of an earlier identity request', async () => {
    await ask(scene.officer);
    await show(scene.supervisor, scene.officer);
    await scene.act(scene.officer, id, 'offerTransfer');
    await scene.act(scene.neighbour, id, 'acceptTransfer');
    await ask(scene.neighbour, 'Theirs.');
    const reasons = async (person: Person) =>
      (await shown(person)).history.filter((it) => it.action.endsWith('Identity')).map((it) => it.reason);
    expect(await reasons(scene.neighbour)).toEqual([null, null, 'Theirs.']);
    expect(await reasons(oversight)).toEqual(['I have to call back.', 'I have to call back.', 'Theirs.']);
  });

  test('an identity request is suspended while its requester is disabled', async () => {
    await ask(colleague);
    const set = (disabledAt: Date | null) =>
      api.services.db.update(account).set({ disabledAt }).where(eq(account.id, colleague.id));
    await set(api.clock.now());
    expect((await shown(scene.supervisor)).citizen.identityRequests).toEqual([]);
    expect((await scene.supervisor.call(countDeskComplaints)).toApprove).toBe(0);
    expect(await outcomeOf(show(scene.supervisor, colleague))).toMatchObject({ status: 409, code: 'CONFLICT' });
    await set(null);
    expect((await shown(scene.supervisor)).citizen.identityRequests).toHaveLength(1);
  });

  test('an identity request or disclosure ends when the citizen is erased, and no new request is possible', async () => {
    await ask(scene.officer);
    await show(scene.supervisor, scene.officer);
    await ask(colleague);
    await citizen.call(deleteAccount, { body: { currentPassword: citizen.password } });
    expect(await waiting()).toBe(0);
    for (const person of [scene.officer, colleague]) {
      const after = await shown(person);
      expect(after.citizen).toMatchObject({
        name: 'Deleted account',
        firstName: 'Deleted account',
        identity: null,
        identityRequests: [],
      });
      expect(isSecret(after)).toEqual([]);
    }
    // A leftover request, as an earlier version may have kept.
    const request = { complaintId: id, requestedBy: colleague.id, requestedAt: api.clock.now() };
    const gone = conflict('There is no name to show: the account behind this complaint was deleted.');
    expect(await outcomeOf(ask(colleague))).toMatchObject(gone);
    await api.services.db.insert(identityRequest).values(request);
    expect(await outcomeOf(show(scene.supervisor, colleague))).toMatchObject(gone);
    expect(await outcomeOf(refuse(scene.supervisor, colleague))).toBe('success');
  });

  test('an identity request or disclosure ends when the complaint is anonymised', async () => {
    await ask(scene.officer);
    await show(scene.supervisor, scene.officer);
    await ask(colleague);
    const { db } = api.services;
    await db.transaction((tx) => redactPerson(tx, id, { at: api.clock.now(), keys: api.services.keys }));
    expect(await waiting()).toBe(0);
    expect((await shown(scene.officer)).citizen).toMatchObject({ name: 'Deleted account', identity: null });
  });
});

describe('a request', () => {
  test('an identity request meets no SLA target and changes neither state nor assignee', async () => {
    id = await scene.file({}, citizen);
    const facts = ({ row }: Awaited<ReturnType<typeof rowOf>>) => ({ ...row, version: 0, updatedAt: null });
    const before = facts(await rowOf(api, id));
    const { timers, custody } = await shown(scene.supervisor);
    await ask(scene.officer);
    await show(scene.supervisor, scene.officer);
    await ask(colleague);
    await refuse(scene.supervisor, colleague);
    expect(facts(await rowOf(api, id))).toEqual(before);
    expect(before).toMatchObject({ firstReplyAt: null, repliedAt: null, state: 'received', assigneeId: null });
    expect(await shown(scene.supervisor)).toMatchObject({ timers, custody, survey: null, reply: null });
    expect(await citizen.call(getComplaint, { params: { id } })).toMatchObject({ reply: null, status: 'Pending' });
  });

  test('an identity can be requested in every state', async () => {
    for (const state of states) {
      id = await scene.fileIn(state);
      await ask(scene.officer);
      expect((await show(scene.supervisor, scene.officer))?.state).toBe(state);
      expect((await shown(scene.officer)).citizen.identity?.email).toBe(scene.citizen.email);
    }
  });
});

describe('the queue of requests', () => {
  const queue = async (person: Person) =>
    (await person.call(listDeskComplaints, { query: { approval: 'wanted', state: states.join(',') } })).items.map(
      (it) => it.id,
    );
  const count = async (person: Person) => (await person.call(countDeskComplaints)).toApprove;

  test('the queue of identity requests omits the decider’s own requests', async () => {
    await ask(scene.officer);
    await ask(colleague);
    const closed = await scene.fileIn('rejected');
    await scene.act(scene.supervisor, closed, 'requestIdentity');
    expect([await queue(scene.supervisor), await count(scene.supervisor)]).toEqual([[id], 1]);
    const everywhere = await queue(oversight);
    expect(everywhere).toEqual(expect.arrayContaining([id, closed]));
    expect(await count(oversight)).toBe(everywhere.length);
    for (const person of [scene.officer, colleague, scene.neighbour]) {
      expect([await queue(person), await count(person)]).toEqual([[], 0]);
    }
    await refuse(scene.supervisor, colleague);
    expect(await count(scene.supervisor)).toBe(1);
    await show(scene.supervisor, scene.officer);
    expect([await queue(scene.supervisor), await count(scene.supervisor)]).toEqual([[], 0]);
  });
});

test('the history omits a step unknown to this version, and nothing fails', async () => {
  await ask(scene.officer);
  const { db } = api.services;
  const [last] = (await rowOf(api, id)).events.slice(-1);
  await db.insert(complaintEvent).values({ ...last!, seq: last!.seq + 1, action: 'askTheStars' as 'note' });
  const { history } = await shown(scene.officer);
  expect(history.map((it) => it.action)).toEqual(['submit', 'start', 'requestIdentity']);
  expect((await citizen.call(getComplaint, { params: { id } })).history).toHaveLength(2);
});
