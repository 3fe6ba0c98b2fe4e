import {
  type InputOf,
  getDeskComplaint,
  getDeskFeedback,
  getFeedback,
  listAudit,
  listDeskComplaints,
  login,
  submitComplaint,
  submitFeedback,
} from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../../audit/audit.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { photo } from '../../../../test/support/media.ts';
import { auditQuery } from './audit.store.ts';

const api = sharedTestApp({ now: '2026-05-04T23:57:00Z' });
let scene: Scene;
let administrator: Person;
let oversight: Person;
let stranger: Person;
let complaintId: string;
let trackingId: string;

const minute = 60_000;
beforeAll(async () => {
  scene = await createScene(api);
  administrator = await api.staff('administrator');
  oversight = await api.staff('oversight');
  stranger = await api.officer((await api.mda()).id);
  complaintId = await scene.file({ title: 'A canary title' });
  trackingId = (await rowOf(api, complaintId)).row.trackingId;
  const params = { id: complaintId };
  await scene.officer.call(getDeskComplaint, { params });
  api.clock.advance(minute);
  await failure(stranger.call(getDeskComplaint, { params }));
  api.clock.advance(minute);
  const body = { email: scene.citizen.email, password: 'wrong', type: 'user' };
  await failure(api.call(login, { body }));
  api.clock.advance(minute);
  await recordAudit(api.services.db, {
    at: api.clock.now(),
    actorId: administrator.id,
    actorRole: 'administrator',
    action: 'mda.changed',
    object: { kind: 'mda', id: scene.mdaId, label: '=cmd()|canary' },
    mdaId: scene.mdaId,
    outcome: 'done',
    detail: { name: '@SUM(1)' },
  });
});

type Query = NonNullable<InputOf<typeof listAudit>['query']>;
const actions = async (person: Person, query: Query = {}) =>
  (await person.call(listAudit, { query })).items.map((it) => it.action);

test('oversight and administrators read the whole audit trail, the newest first', async () => {
  const expected = ['mda.changed', 'account.signed-in', 'access.denied', 'complaint.viewed'];
  expect(await actions(oversight)).toEqual(expected);
  expect(await actions(administrator)).toEqual(expected);
});

test('a supervisor reads only entries of the audit trail about their own MDA', async () => {
  expect(await actions(scene.supervisor)).toEqual(['mda.changed', 'complaint.viewed']);
  const other = await api.staff('supervisor', (await api.mda()).id);
  expect(await actions(other)).toEqual([]);
});

test('an audit entry has actor, action and network, but no citizen’s name or words of complaints', async () => {
  const { items } = await administrator.call(listAudit);
  expect(items[3]).toEqual({
    id: expect.any(String),
    at: '2026-05-04T23:57:00.000Z',
    action: 'complaint.viewed',
    outcome: 'done',
    actor: { id: scene.officer.id, name: expect.stringMatching(/^Ada Obi/u), role: 'officer' },
    mda: { id: scene.mdaId, name: expect.any(String) },
    object: { kind: 'complaint', id: complaintId, label: trackingId },
    network: '127.0.0.1',
    detail: null,
    requestId: expect.any(String),
  });
  expect(items[1]?.actor).toEqual({ id: scene.citizen.id, name: null, role: 'citizen' });
  expect(JSON.stringify(items)).not.toContain('canary title');
});

test.each([
  ['group', () => ({ group: 'complaint' }), ['complaint.viewed']],
  ['outcome', () => ({ outcome: 'refused' }), ['account.signed-in', 'access.denied']],
  ['person', () => ({ actor: stranger.id }), ['access.denied']],
  ['the beginning of a name', () => ({ who: 'ada' }), ['mda.changed', 'access.denied', 'complaint.viewed']],
  ['e-mail', () => ({ who: scene.officer.email.toUpperCase() }), ['complaint.viewed']],
  ['the e-mail of a citizen', () => ({ who: scene.citizen.email }), []],
  ['signs alone', () => ({ who: '%&!' }), []],
  ['tracking id', () => ({ object: trackingId.toLowerCase() }), ['access.denied', 'complaint.viewed']],
  ['id', () => ({ object: complaintId }), ['access.denied', 'complaint.viewed']],
  ['first day', () => ({ from: '2026-05-05' }), ['mda.changed']],
  ['last day', () => ({ to: '2026-05-04' }), ['account.signed-in', 'access.denied', 'complaint.viewed']],
  ['all days', () => ({ from: '2026-05-04', to: '2026-05-05', group: 'mda' }), ['mda.changed']],
])('the audit trail can be filtered by %s', async (_, query, expected) => {
  expect(await actions(oversight, query() as Query)).toEqual(expected);
});

test.each([
  { group: 'x' },
  { outcome: 'x' },
  { actor: 'x' },
  { from: '0001-01-01' },
  { to: '2026-02-30' },
  { cursor: 'x' },
])('the audit trail refuses the query %j', async (query) => {
  const { status, fields } = await failure(oversight.call(listAudit, { query: query as Query }));
  expect([status, Object.keys(fields)]).toEqual([400, Object.keys(query)]);
});

test('pages of the audit trail miss and repeat nothing, even if entries are added in between', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await oversight.call(listAudit, { query: { limit: 1, ...(cursor && { cursor }) } });
    seen.push(...page.items.map((it) => it.action));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(await actions(oversight));
});

async function csv(person: Person, query = '') {
  const answer = await api.app.inject({
    url: `/api/desk/audit/export${query}`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  return { ...answer, text: answer.body };
}

test('the export of the audit trail is a CSV safe for spreadsheets, and is itself audited', async () => {
  const { statusCode, headers, text } = await csv(oversight, '?from=2026-05-04');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="audit-2026-05-05.csv"');
  expect(headers['cache-control']).toContain('no-store');
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFTime \(UTC\),Who,/u);
  expect(lines).toHaveLength(6);
  expect(text).toContain(`"'=cmd()|canary"`);
  expect(text).toContain('name: @SUM(1)');
  expect(await auditedBy(api, oversight)).toEqual([
    expect.objectContaining({ action: 'export.made', detail: { what: 'audit trail', filters: 'from' } }),
  ]);
});

test('a supervisor exports the audit trail of their own MDA, an officer is refused', async () => {
  const own = await csv(scene.supervisor);
  expect(own.text).toContain(trackingId);
  expect(own.text).not.toContain('access.denied');
  expect((await csv(scene.officer)).statusCode).toBe(403);
  const refused = await csv(oversight, '?group=nonsense');
  expect([refused.statusCode, refused.headers['content-disposition']]).toEqual([400, undefined]);
});

test('a long audit trail is exported in batches, each entry once', async () => {
  const before = (await csv(administrator)).text.trimEnd().split('\r\n').length;
  await api.services.db.transaction(async (tx) => {
    for (let count = 0; count < 1_100; count += 1) {
      await recordAudit(tx, {
        at: api.clock.now(),
        actorId: null,
        actorRole: null,
        action: 'audit.pruned',
        outcome: 'done',
      });
    }
  });
  const lines = (await csv(administrator)).text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(before + 1 + 1_100);
  expect(new Set(lines).size).toBe(lines.length);
});

test.each([
  [{}, 'audit_newest'],
  [{ actor: crypto.randomUUID() }, 'audit_actor'],
  [{ group: 'mda' as const }, 'audit_action'],
  [{ object: { ids: [crypto.randomUUID()], label: null } }, 'audit_object'],
  [{ object: { ids: [crypto.randomUUID()], label: 'SDP-26-7F3K92' } }, 'audit_object'],
  [{ object: { ids: [], label: 'SDP-26-7F3K92' } }, 'audit_label'],
])('a page of the audit trail filtered by %j uses an index', async (filters, index) => {
  await api.pool.query('analyze audit');
  const query = auditQuery(
    api.services.db,
    { role: 'oversight', mdaId: null },
    { recused: { readerId: '', ids: [], trackingIds: [] }, ...filters },
    { limit: 21 },
  ).toSQL();
  const { rows } = await api.pool.query(`explain ${query.sql}`, query.params);
  expect(JSON.stringify(rows)).toMatch(new RegExp(`(using|Bitmap Index Scan on) ${index}\\b`, 'u'));
});

test('the audit trail is searched for a complaint in lists that showed it, too, page by page', async () => {
  const others = [await scene.file()];
  // One after the other, since entries of the same moment have no known order.
  api.clock.advance(minute);
  others.push(await scene.file());
  const labels = await Promise.all(others.map(async (id) => (await rowOf(api, id)).row.trackingId));
  const reader = await api.officer(scene.mdaId);
  // Each in another session, since a session gets one entry per complaint.
  const look = async (query: InputOf<typeof listDeskComplaints>['query']) => {
    api.clock.advance(minute);
    const body = { email: reader.email, password: reader.password, type: 'mda' } as const;
    const { token } = await api.call(login, { body });
    await api.callAs(token)(listDeskComplaints, { query });
  };
  await look({});
  await look({ sort: 'latest', limit: 1 });
  await look({ q: labels[0]! });
  api.clock.advance(minute);
  await reader.call(getDeskComplaint, { params: { id: others[0]! } });
  const found = ['complaint.viewed', 'complaint.listed', 'complaint.listed'];
  for (const object of [labels[0]!, labels[0]!.toLowerCase(), others[0]!]) {
    expect(await actions(oversight, { object })).toEqual(found);
    expect(await actions(scene.supervisor, { object })).toEqual(found);
    expect(await actions(scene.supervisor, { object, who: reader.email })).toEqual(found);
    expect(await actions(scene.supervisor, { object, actor: scene.officer.id })).toEqual([]);
    const first = await oversight.call(listAudit, { query: { object, limit: 2 } });
    const rest = await oversight.call(listAudit, { query: { object, limit: 2, cursor: first.nextCursor! } });
    expect([...first.items, ...rest.items].map((it) => it.action)).toEqual(found);
    expect(rest.nextCursor).toBeNull();
  }
  expect(await actions(oversight, { object: labels[1]! })).toEqual(['complaint.listed', 'complaint.listed']);
  const foreign = await api.staff('supervisor', (await api.mda()).id);
  expect(await actions(foreign, { object: labels[0]! })).toEqual([]);
  // Other words are searched as typed.
  for (const object of [`it's`, 'a\\b', "E'", ':*', 'SDP & 26', '-'])
    expect(await actions(oversight, { object })).toEqual([]);
  const { text } = await csv(scene.supervisor, `?object=${labels[0]}`);
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(lines.filter((line) => line.includes('complaint.listed') && line.includes(labels[0]!))).toHaveLength(2);
});

test('the audit trail finds all entries about a complaint by ID or tracking ID', async () => {
  const sent = await scene.citizen.call(submitComplaint, {
    form: scene.fields({ title: 'With a photo' }),
    files: { files: [await photo('tap.png')] },
  });
  const label = (await rowOf(api, sent.id)).row.trackingId;
  const objects = [sent.id, label];
  const reader = await api.officer(scene.mdaId);
  const found: string[] = [];
  const expectFound = async (action: string) => {
    found.unshift(action);
    for (const object of objects) expect(await actions(oversight, { object })).toEqual(found);
    api.clock.advance(minute);
  };
  // No other entry contains both names.
  await reader.call(listDeskComplaints, { query: { q: label } });
  await expectFound('complaint.listed');
  await failure(stranger.call(getDeskComplaint, { params: { id: sent.id } }));
  await expectFound('access.denied');
  const { attachments } = await reader.call(getDeskComplaint, { params: { id: sent.id } });
  await expectFound('complaint.viewed');
  await api.app.inject({ url: attachments[0]!.filePath });
  await expectFound('file.opened');
  // A supervisor finds only entries of their MDA.
  const own = found.filter((action) => action !== 'access.denied');
  for (const object of objects) expect(await actions(scene.supervisor, { object })).toEqual(own);
  const foreign = await api.staff('supervisor', stranger.caller.mdaId!);
  for (const object of objects) expect(await actions(foreign, { object })).toEqual(['access.denied']);
});

test('the audit trail finds feedback by ID or tracking ID', async () => {
  const form = { category: await api.category('feedback'), title: 'A kind clerk', description: '<p>Thank you.</p>' };
  const { id } = await scene.citizen.call(submitFeedback, { form });
  const { trackingId: label } = await administrator.call(getDeskFeedback, { params: { id } });
  api.clock.advance(minute);
  await failure((await api.citizen()).call(getFeedback, { params: { id } }));
  for (const object of [id, label]) {
    expect(await actions(oversight, { object })).toEqual(['access.denied', 'feedback.viewed']);
  }
});

test('the export of the audit trail in JSON Lines has an object for each entry, with words as they are', async () => {
  const { headers, text } = await csv(oversight, '?from=2026-05-04&format=jsonl');
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="audit-2026-05-05.jsonl"',
  });
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.map((entry) => Object.keys(entry).slice(0, 2))).toEqual(entries.map(() => ['Time (UTC)', 'Who']));
  expect(text).toContain('"=cmd()|canary"');
  const exports = (await auditedBy(api, oversight)).filter(({ action }) => action === 'export.made');
  expect(exports.at(-1)?.detail).toEqual({ what: 'audit trail', filters: 'from' });
});
