import {
  confirmProgram,
  createStaff,
  endProgram,
  getDeskComplaint,
  getReport,
  listColleagues,
  listDeliveries,
  listDeskComplaints,
  listEarlierComplaints,
  listPrograms,
  listSimilarComplaints,
  listStaff,
  listUnits,
  login,
  message,
  programMessage,
  requestToken,
  requestWebhook,
  staffMessage,
  submitComplaint,
  transitionComplaint,
} from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { createProgram, createWebhook } from '../../../../test/support/programs.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { putInUnit } from '../../../../test/support/units.ts';
import { account, program, webhookDelivery } from '../../../db/schema/tables.ts';
import { eq } from 'drizzle-orm';

const api = sharedTestApp();
let scene: Scene;
let administrator: Person;
let oversight: Person;
beforeAll(async () => {
  scene = await createScene(api);
  [administrator, oversight] = [await api.staff('administrator'), await api.staff('oversight')];
});

const day = (ahead: number) => new Date(api.clock.now().getTime() + ahead * 24 * 3_600_000).toISOString().slice(0, 10);
const ask = (by: Person, body: Partial<Parameters<typeof by.call<typeof requestToken>>[1]['body']>) =>
  by.call(requestToken, { body: { name: 'Register', scopes: ['complaint:read'], expires: day(90), ...body } });
const find = async (by: Person, id: string) => (await by.call(listPrograms)).find((it) => it.id === id);
const confirm = (by: Person, id: string) => by.call(confirmProgram, { params: { id } });
const end = (by: Person, id: string) => by.call(endProgram, { params: { id } });
const read = (token: string) => api.callAs(token)(listDeskComplaints);

test('a token works once the second of two people confirmed it; mails show its start only', async () => {
  const complaintId = await scene.file();
  const { program: asked, token } = await ask(administrator, { mda: scene.mdaId });
  expect(token).toMatch(/^brz_[\da-f]{8}_[\w-]{43}$/u);
  expect(asked).toMatchObject({ state: 'waiting', mayConfirm: false, role: 'officer', prefix: token.slice(0, 12) });
  expect((await failure(read(token))).status).toBe(401);
  expect(await failure(confirm(administrator, asked.id))).toMatchObject({
    status: 409,
    message: staffMessage.programConfirm,
  });

  await confirm(scene.supervisor, asked.id);

  expect((await read(token)).items.map(({ id }) => id)).toContain(complaintId);
  expect(await find(administrator, asked.id)).toMatchObject({
    state: 'active',
    requestedBy: { id: administrator.id },
    confirmedBy: { id: scene.supervisor.id },
    lastUsedAt: api.clock.now().toISOString(),
  });
  const stored = await api.services.db.select().from(program).where(eq(program.accountId, asked.id));
  expect(JSON.stringify(stored)).not.toContain(token.slice(13));
  expect(await auditedBy(api, scene.supervisor)).toContainEqual(
    expect.objectContaining({ action: 'program.confirmed', objectId: asked.id }),
  );
  const told = (await api.outbox()).filter(({ text }) => text.includes('"Register"')).map(({ to }) => to);
  expect(told).toEqual(expect.arrayContaining([administrator.email, scene.supervisor.email, oversight.email]));
});

test.each([
  ['a supervisor asks and oversight may not confirm', () => [scene.supervisor, oversight] as const],
  ['oversight asks and a supervisor does not find it', () => [oversight, scene.supervisor] as const],
])('of the wrong pair nobody confirms: %s', async (_, pair) => {
  const [asker, other] = pair();
  const { program: asked } = await ask(asker, {});
  expect([404, 409]).toContain((await failure(confirm(other, asked.id))).status);
});

test.each([
  ['works at another MDA', async () => ({ mdaId: (await api.mda()).id })],
  ['is an officer', async () => ({ role: 'officer' as const })],
  ['is disabled', async () => ({ disabledAt: api.clock.now() })],
])('nobody confirms what a supervisor asked for who now %s', async (_, change) => {
  const supervisor = await api.staff('supervisor', scene.mdaId);
  const { program: asked, token } = await ask(supervisor, { contact: administrator.email });
  expect(await find(administrator, asked.id)).toMatchObject({ state: 'waiting', mayConfirm: true });
  await api.services.db
    .update(account)
    .set(await change())
    .where(eq(account.id, supervisor.id));

  expect(await find(administrator, asked.id)).toMatchObject({ state: 'waiting', mayConfirm: false });
  expect(await failure(confirm(administrator, asked.id))).toMatchObject({ message: staffMessage.programConfirm });
  expect((await failure(read(token))).status).toBe(401);
});

test('a token of all MDAs takes an administrator and oversight', async () => {
  const { program: asked, token } = await ask(oversight, {});
  expect(asked).toMatchObject({ role: 'oversight', mda: null });
  await confirm(administrator, asked.id);
  expect((await read(token)).items.length).toBeGreaterThan(0);
});

test.each([
  ['an administrator', () => administrator],
  ['a supervisor of the MDA', () => scene.supervisor],
  ['oversight', () => oversight],
])('%s ends a token alone, and it stops at once', async (_, who) => {
  const { id, token } = await createProgram(api, { mdaId: scene.mdaId });
  await read(token);
  await end(who(), id);
  expect((await failure(read(token))).status).toBe(401);
  expect(await find(administrator, id)).toMatchObject({ state: 'ended', endedBy: { id: who().id } });
  expect((await failure(end(who(), id))).status).toBe(409);
});

test('a supervisor of another MDA sees and ends no token of this one', async () => {
  const { id } = await createProgram(api, { mdaId: scene.mdaId });
  const other = await api.staff('supervisor', (await api.mda()).id);
  expect(await find(other, id)).toBeUndefined();
  expect((await failure(end(other, id))).status).toBe(404);
});

test('a token stops after its last day', async () => {
  const { program: asked, token } = await ask(administrator, { mda: scene.mdaId, expires: day(1) });
  expect(asked.expiresAt).toBe(`${day(1)}T23:59:59.999Z`);
  await confirm(scene.supervisor, asked.id);
  await read(token);
  await api.services.db.update(program).set({ expiresAt: api.clock.now() }).where(eq(program.accountId, asked.id));
  expect((await failure(read(token))).status).toBe(401);
  expect(await find(administrator, asked.id)).toMatchObject({ state: 'expired' });
});

test('a token stops once its person of contact has left, and the list says why', async () => {
  const { id: mdaId } = await api.mda();
  const contact = await api.officer(mdaId);
  const { id, token } = await createProgram(api, { mdaId, contactId: contact.id });
  await read(token);
  await api.services.db.update(account).set({ disabledAt: api.clock.now() }).where(eq(account.id, contact.id));
  expect((await failure(read(token))).status).toBe(401);
  const lead = await api.staff('supervisor', mdaId);
  expect(await find(lead, id)).toMatchObject({ state: 'contact-left', contact: { id: contact.id } });
});

test('a call outside the scopes, and any call for people, answers 403 SCOPE_MISSING', async () => {
  const { call } = await createProgram(api, { mdaId: scene.mdaId, scopes: ['complaint:read'] });
  const id = await scene.file();
  const acting = call(transitionComplaint, { params: { id, action: 'start' }, body: { version: 1 } });
  expect(await failure(acting)).toMatchObject({ status: 403, code: 'SCOPE_MISSING' });
  expect(await failure(call(getReport))).toMatchObject({ code: 'SCOPE_MISSING' });
  expect(await failure(call(listColleagues))).toMatchObject({ code: 'SCOPE_MISSING' });
});

test('a program acts as an officer in its own name, without a session and from any origin', async () => {
  const { id: programId, token } = await createProgram(api, { mdaId: scene.mdaId });
  const id = await scene.file();
  const answer = await api.app.inject({
    method: 'POST',
    url: `/api/desk/complaint/${id}/note`,
    headers: { authorization: `Bearer ${token}`, origin: 'https://register.example' },
    payload: { version: 1, text: 'The register has no such patient.' },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  const { history } = await scene.supervisor.call(getDeskComplaint, { params: { id } });
  expect(history.at(-1)).toMatchObject({ action: 'note', actor: 'Hospital register' });
  expect(await auditedBy(api, { id: programId })).toContainEqual(
    expect.objectContaining({ action: 'complaint.acted' }),
  );
});

test('a program takes up, answers and resolves a new complaint, as it is told it may', async () => {
  const { call } = await createProgram(api, { mdaId: scene.mdaId });
  const id = await scene.file();
  const read = () => call(getDeskComplaint, { params: { id } });
  const act = async (action: string, more: object = {}) => {
    const { allowed, version } = await read();
    expect(allowed).toContain(action);
    return call(transitionComplaint, { params: { id, action }, body: { version, ...more } });
  };
  const colleagues = await call(listColleagues);
  await putInUnit(api, scene.mdaId, []);

  for (const action of ['start', 'recuse', 'requestIdentity']) expect((await read()).allowed).not.toContain(action);
  await act('assign', { assignee: colleagues.find((it) => it.id === scene.officer.id)!.id });
  expect((await read()).allowed).not.toContain('assign');
  await act('start');
  await act('setUnit', { unit: (await call(listUnits))[0]!.id });
  await act('reply', { text: 'We look into it.' });
  await act('resolve', { text: 'It is mended.' });

  expect(await read()).toMatchObject({ state: 'resolved', assignee: { id: scene.officer.id } });
});

test.each([
  ['start', {}],
  ['recuse', { person: crypto.randomUUID(), reason: 'A reason' }],
  ['requestIdentity', { reason: 'A reason' }],
])('a program that may not %s is told why, and what it may do', async (action, body) => {
  const { call } = await createProgram(api, { mdaId: scene.mdaId });
  const id = await scene.file();
  const acting = call(transitionComplaint, { params: { id, action }, body: { version: 1, ...body } });
  expect(await failure(acting)).toMatchObject({
    status: 403,
    message: programMessage.action,
    allowed: expect.arrayContaining(['assign']),
  });
});

test('a program takes no complaint from the one who has it', async () => {
  const { call } = await createProgram(api, { mdaId: scene.mdaId });
  const id = await scene.fileIn('in_progress');
  const { version, assignee } = await call(getDeskComplaint, { params: { id } });
  const assigning = { params: { id, action: 'assign' }, body: { version, assignee: scene.supervisor.id } };
  expect(assignee).toBeTruthy();
  expect((await failure(call(transitionComplaint, assigning))).status).toBe(403);
});

test('a program that only reads is told of no action', async () => {
  const { call } = await createProgram(api, { mdaId: scene.mdaId, scopes: ['complaint:read'] });
  expect((await call(getDeskComplaint, { params: { id: await scene.file() } })).allowed).toEqual([]);
});

test('a program asks for no identity and holds no reply back', async () => {
  const { call } = await createProgram(api, { mdaId: scene.mdaId });
  const id = await scene.fileIn('in_progress');
  const act = (action: string, more: object) =>
    call(transitionComplaint, { params: { id, action }, body: { version: 2, text: 'Words', ...more } });
  expect((await failure(act('requestIdentity', { reason: 'A reason' }))).code).toBe('FORBIDDEN');
  expect((await failure(act('reply', { hold: crypto.randomUUID() }))).code).toBe('FORBIDDEN');
  await act('reply', {});
});

test.each(['open', 'assigned', 'two-person'] as const)(
  'no program sees or finds a citizen’s identity, reads a recusal or a number, where it is %s to staff',
  async (identityAccess) => {
    const { mdaId } = scene;
    await api.pool.query('update mda set identity_access = $1 where id = $2', [identityAccess, mdaId]);
    const citizen = await api.citizen();
    const surname = `Quillfeather${identityAccess.replace('-', '')}`;
    await api.pool.query('update account set last_name = $1 where id = $2', [surname, citizen.id]);
    const { id } = await citizen.call(submitComplaint, { form: scene.fields() });
    await scene.act(scene.officer, id, 'start', { version: 1 });
    await scene.act(scene.supervisor, id, 'recuse', { person: (await api.officer(mdaId)).id });
    const readers = [
      { mdaId },
      { mdaId, role: 'supervisor', scopes: ['complaint:read', 'report:read'] },
      { mdaId: null, role: 'oversight', scopes: ['complaint:read', 'report:read'] },
    ] as const;
    for (const given of readers) {
      const { call } = await createProgram(api, given);
      const shown = await call(getDeskComplaint, { params: { id } });
      expect(shown).toMatchObject({ citizen: { identity: null }, callPhone: null, recusedStaff: [] });
      const listed = await call(listDeskComplaints, { query: { q: surname } });
      expect(listed.items).toEqual([]);
      expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${surname}|${citizen.email}`, 'u'));
    }
    const own = await scene.supervisor.call(getDeskComplaint, { params: { id } });
    expect(own.citizen.identity === null).toBe(identityAccess === 'two-person');
  },
);

test('the deliveries of a webhook name a complaint to those alone who may open it', async () => {
  const [{ id }, recused] = [await createWebhook(api, scene.mdaId), await api.staff('supervisor', scene.mdaId)];
  const complaintId = await scene.fileIn('in_progress');
  const { trackingId } = (await rowOf(api, complaintId)).row;
  const body = JSON.stringify({ data: { id: complaintId, trackingId, version: 1 } });
  await api.services.db.update(webhookDelivery).set({ body }).where(eq(webhookDelivery.programId, id));
  await scene.act(scene.supervisor, complaintId, 'recuse', { person: recused.id });
  const namedTo = async (by: Person) => (await by.call(listDeliveries, { params: { id } })).map((it) => it.trackingId);

  expect(await namedTo(scene.supervisor)).toEqual([trackingId]);
  for (const other of [administrator, recused]) expect(await namedTo(other)).toEqual([null]);
});

test('a program does not see what its person of contact is recused from', async () => {
  const { call } = await createProgram(api, { mdaId: scene.mdaId, contactId: scene.officer.id });
  const id = await scene.file();
  await call(getDeskComplaint, { params: { id } });
  await scene.act(scene.supervisor, id, 'recuse', { person: scene.officer.id });
  expect((await failure(call(getDeskComplaint, { params: { id } }))).status).toBe(404);
  expect((await call(listDeskComplaints)).items.map((it) => it.id)).not.toContain(id);
});

test('a program that lists complaints related to one is in the audit trail', async () => {
  const place = await createScene(api);
  const { id, call } = await createProgram(api, { mdaId: place.mdaId, scopes: ['complaint:read'] });
  const title = { title: 'The borehole of Kpaduma is broken' };
  const params = { id: await place.file(title) };
  await place.file(title);

  const related = [
    ...(await call(listSimilarComplaints, { params })),
    ...(await call(listEarlierComplaints, { params })),
  ];

  const shown = (await auditedBy(api, { id })).map(({ detail }) => detail?.['shown']);
  expect(related.length).toBeGreaterThan(0);
  expect(new Set(shown)).toEqual(new Set(related.map(({ trackingId }) => trackingId)));
});

test('a program behind a wall sees the complaints of its units only', async () => {
  const { id: programId, call } = await createProgram(api, { mdaId: scene.mdaId });
  const id = await scene.file();
  await api.services.db
    .update(account)
    .set({ walls: [crypto.randomUUID()] })
    .where(eq(account.id, programId));
  expect((await failure(call(getDeskComplaint, { params: { id } }))).status).toBe(404);
});

test('a program is no colleague, no member of staff to manage, and nobody signs in as it', async () => {
  const { id } = await createProgram(api, { mdaId: scene.mdaId });
  expect((await scene.officer.call(listColleagues)).map((it) => it.id)).not.toContain(id);
  expect((await administrator.call(listStaff)).map((it) => it.id)).not.toContain(id);
  const [row] = await api.services.db.select().from(account).where(eq(account.id, id));
  const signIn = api.call(login, { body: { email: row!.email, password: administrator.password, type: 'mda' } });
  expect((await failure(signIn)).status).toBe(401);
});

test.each([
  ['acts for all MDAs', () => ({ scopes: ['complaint:act' as const], mda: undefined }), 'scopes'],
  ['reads reports and acts', () => ({ scopes: ['report:read' as const, 'complaint:act' as const] }), 'scopes'],
  ['expires in the past', () => ({ expires: '2020-01-01' }), 'expires'],
  ['expires in two years', () => ({ expires: day(700) }), 'expires'],
  ['has a stranger as its person of contact', () => ({ contact: 'nobody@home.example' }), 'contact'],
])('a token is refused at its field when it %s', async (_, body, field) => {
  const refused = await failure(ask(administrator, { mda: scene.mdaId, ...body() }));
  expect([refused.status, Object.keys(refused.fields)]).toEqual([400, [field]]);
});

test('nobody asks for a token beyond their own office', async () => {
  const { id: other } = await api.mda();
  expect((await failure(ask(scene.supervisor, { mda: other }))).status).toBe(403);
  expect((await failure(ask(oversight, { mda: other }))).status).toBe(403);
  const officer = await api.officer(scene.mdaId);
  expect((await failure(ask(officer, {}))).status).toBe(403);
});

test('a token whose requester was disabled meanwhile cannot be confirmed', async () => {
  const leaver = await api.staff('administrator');
  const { program: asked } = await ask(leaver, { mda: scene.mdaId, contact: scene.officer.email });
  await api.services.db.update(account).set({ disabledAt: api.clock.now() }).where(eq(account.id, leaver.id));
  expect((await failure(confirm(scene.supervisor, asked.id))).status).toBe(409);
});

test('a program is told why its token does not work, by a challenge of its scheme', async () => {
  const { id, token } = await createProgram(api, { mdaId: scene.mdaId, confirmed: false });
  const refusal = async (sent: string) => {
    const headers = { authorization: `Bearer ${sent}` };
    const { statusCode, headers: answered, body } = await api.app.inject({ url: '/api/desk/complaint', headers });
    expect([statusCode, answered['www-authenticate']]).toEqual([401, 'Bearer']);
    return JSON.parse(body) as { message: string };
  };
  const change = (to: Partial<typeof program.$inferSelect>) =>
    api.services.db.update(program).set(to).where(eq(program.accountId, id));

  expect(await refusal(token)).toMatchObject({ message: programMessage.token.waiting });
  await change({ confirmedBy: administrator.id, expiresAt: api.clock.now() });
  expect(await refusal(token)).toMatchObject({ message: programMessage.token.expired });
  await change({ endedAt: api.clock.now(), endedBy: administrator.id });
  expect(await refusal(token)).toMatchObject({ message: programMessage.token.ended });
  const long = `brz_${'a'.repeat(7_000)}`;
  for (const wrong of [`brz_00000000_${'a'.repeat(43)}`, token.slice(0, -5), 'brz_', 'brz_x', long, 'brz_é'])
    expect(await refusal(wrong)).toMatchObject({ message: programMessage.token.unknown });
  expect(await refusal('a'.repeat(43))).toMatchObject({ message: message.unauthenticated });
});

test('a made up token is nobody’s', async () => {
  expect((await failure(read(`brz_00000000_${'a'.repeat(43)}`))).status).toBe(401);
  expect((await failure(api.callAs(`brz_00000000_${'a'.repeat(43)}`)(createStaff, {} as never))).status).toBe(401);
});

test.each([
  ['http://register.example/', staffMessage.webhookHttps],
  ['https://127.0.0.1/', staffMessage.webhookAddress],
  ['https://[::ffff:10.0.0.1]/', staffMessage.webhookAddress],
  ['https://2130706433/', staffMessage.webhookAddress],
])('a webhook to %s is refused when it is asked for', async (url, why) => {
  const refused = await failure(administrator.call(requestWebhook, { body: { name: 'R', mda: scene.mdaId, url } }));
  expect(refused.fields).toEqual({ url: why });
});
