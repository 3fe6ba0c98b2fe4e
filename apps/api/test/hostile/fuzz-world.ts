import {
  createSavedView,
  startBulkRun,
  createUnit,
  listComplaints,
  listDeskComplaints,
  listNotifications,
  mailTimes,
  submitComplaint,
  submitFeedback,
} from '@baraza/contract';
import { bulkActions } from '@baraza/contract/complaint/bulk';
import { rejectReasons } from '@baraza/contract/complaint/desk';
import { actions, counterSources, outcomes, states } from '@baraza/contract/complaint/lifecycle';
import { eq } from 'drizzle-orm';
import { accessChange, account, committeeMember, knownIssue, upload } from '../../src/db/schema/tables.ts';
import { insertSavedReply } from '../../src/features/complaint/saved-reply/manage-saved-replies.ts';
import { insertHolidays, putSlaTarget } from '../../src/features/reference/sla-target.store.ts';
import { addTextField } from '../support/custom-fields.ts';
import { createScene } from '../support/complaints.ts';
import { createProgram, createWebhook } from '../support/programs.ts';
import { photo, recording } from '../support/media.ts';
import type { Operation } from '../support/openapi.ts';
import { createTestApp, type Person, type TestApp } from '../support/server/app.ts';

export type Known = Readonly<Record<string, readonly unknown[]>>;

export interface KnownFile {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Knowledge of a fuzzer: tokens of people, and meaningful values by field name. */
export interface FuzzWorld {
  readonly test: TestApp;
  /** Undefined: nobody. */
  readonly tokens: readonly (string | undefined)[];
  /** Returns tokens of the roles that may make the call. */
  tokensFor(operation: Operation): readonly (string | undefined)[];
  knownAt(path: string): Known;
  /** Files by form part. */
  readonly files: Readonly<Record<string, readonly KnownFile[]>>;
  /** A token whose session may end. */
  spareToken(): Promise<string>;
}

const generous = { max: 10_000_000, seconds: 60 };

export async function createFuzzWorld(): Promise<FuzzWorld> {
  const test = await createTestApp({
    rates: {
      network: generous,
      session: generous,
      password: generous,
      loginNetwork: generous,
      codeNetwork: generous,
      codeTryNetwork: generous,
      guestComplaints: generous,
      unprovenComplaints: generous,
      wrongReceiptCodes: generous,
      suggestions: generous,
    },
  });
  const scene = await createScene(test, 'two-person');
  const place = await test.mda({ jurisdictions: ['North', 'South'] });
  const phoned = await test.citizen();
  const others = [
    phoned,
    await test.staff('administrator'),
    await test.staff('oversight'),
    await test.agent('Umuahia'),
  ];
  const foreign = await test.officer(place.id);
  const clerk = await test.staff('oversight');
  const [invited, stepped] = [await test.staff('oversight'), await test.staff('oversight')];
  const { db } = test.services;
  await db.update(account).set({ passwordHash: null }).where(eq(account.id, invited.id));
  await db.update(account).set({ mfaAt: test.clock.now() }).where(eq(account.id, stepped.id));
  // Whoever chose how news come may choose again, also without a gateway.
  const number = { phone: '+2348035550001', phoneUsedAt: test.clock.now(), newsWays: ['mail' as const] };
  await db.update(account).set(number).where(eq(account.id, phoned.id));
  // In small groups: a long wait for a pooled connection is refused.
  const some = async (count: number) => {
    const ids: string[] = [];
    for (let each = 0; each < count; each += 1) ids.push(...(await Promise.all(states.map((it) => scene.fileIn(it)))));
    return ids;
  };
  // The desk's complaints are not those that their citizen may withdraw.
  const [complaints, cases] = [await some(11), await some(12)];
  const picture = await knownFile(await photo());
  const files = {
    files: [picture, { bytes: Buffer.from('<svg/>'), type: 'image/svg+xml' }],
    audio: [await knownFile(recording())],
    images: [picture],
    file: [picture],
  };
  const sent = await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [await photo()] } });
  const feedbackCategory = await test.category('feedback');
  const form = { category: feedbackCategory, title: 'A kind clerk', description: '<p>Thank you.</p>' };
  const feedback = await scene.citizen.call(submitFeedback, { form });
  const { items } = await scene.citizen.call(listNotifications);
  const cursors = [
    (await scene.citizen.call(listComplaints, { query: { limit: 1 } })).nextCursor,
    (await scene.citizen.call(listNotifications, { query: { limit: 1 } })).nextCursor,
    (await scene.officer.call(listDeskComplaints, { query: { limit: 1 } })).nextCursor,
  ];
  const { citizen, officer, supervisor } = scene;
  const units = await unitsOf(supervisor);
  const fields = [
    await addTextField(test, scene.mdaId, scene.categoryId),
    await addTextField(test, scene.mdaId, scene.categoryId, 'Place'),
  ];
  const people = [citizen, citizen, citizen, officer, officer, supervisor, foreign, ...others, ...others];
  const newEmails = Array.from({ length: 50 }, (_, number) => `new${number}@home.example`);
  const known: Known = {
    complaint: complaints,
    mda: [scene.mdaId],
    mdaJurisdiction: ['', ...place.jurisdictionIds],
    jurisdiction: place.jurisdictionIds,
    assignee: [scene.officer.id, scene.supervisor.id, foreign.id, 'me', 'none', null],
    initiator: [scene.citizen.id],
    email: [...Array.from({ length: 10 }, () => scene.citizen.email), 'nobody@home.example', ...newEmails],
    password: [scene.citizen.password],
    confirmPassword: [scene.citizen.password],
    currentPassword: [scene.citizen.password],
    type: ['user', 'mda'],
    otp: ['000000', '123456'],
    phone: ['', '+234 800 000 0000'],
    callPhone: [''],
    source: [...counterSources],
    consent: ['true'],
    centre: ['Umuahia', null],
    contactPhone: ['', '0800 100'],
    identity: ['confidential'],
    action: actions,
    parent: complaints,
    complaints: complaints.map((id) => [id]),
    owner: [scene.officer.id],
    days: [1, 5, 15],
    outcome: outcomes,
    reason: [...rejectReasons, 'A reason'],
    tags: [['flood'], ['flood', 'roads']],
    followUp: [dayAhead(test, 3), null],
    unit: ['none', ...units],
    field: [`${fields[0]}:A-17`],
    fields: [JSON.stringify({ [fields[0]!]: 'A-17' }), { [fields[0]!]: 'A-17' }],
    run: [crypto.randomUUID()],
    knownIssue: [crypto.randomUUID()],
    alike: [crypto.randomUUID()],
    tag: ['flood', 'flood,roads'],
    area: [''],
    due: ['today'],
    mentions: [[scene.supervisor.id], [foreign.id], []],
    transfer: ['offered', 'undecided'],
    // Version 0 fits rows never changed, and settings not yet made.
    version: [1, 1, 1, 1, 0, 2, 3],
    // Enough names for many to be unused.
    name: ['', 'A name', ...Array.from({ length: 60 }, (_, n) => `Name ${n}`)],
    incidentDate: [scene.fields().incidentDate],
    state: ['received', 'in_progress,resolved'],
    year: [2025, 2026],
    cursor: cursors,
    active: [true],
    confirm: ['REMOVE'],
    from: [dayAhead(test, 1)],
    to: ['', dayAhead(test, 2)],
    expires: [Math.floor(Date.now() / 1000) + 200],
    disabled: [false],
    role: ['oversight'],
  };
  const webhooks = [await createWebhook(test, scene.mdaId)];
  const objects: Record<string, readonly string[]> = {
    ...(await keptBySupervisors(test, scene.mdaId)),
    '/desk/jurisdiction': place.jurisdictionIds,
    '/desk/names': [await test.category(), ...place.jurisdictionIds, place.id],
    '/desk/category': [await test.category(), await test.category()],
    '/notification': items.slice(0, 20).map((it) => it.id),
    '/feedback': [feedback.id],
    '/mda': [scene.mdaId, place.id],
    '/cover': [scene.officer.id, scene.supervisor.id],
    '/leave': [scene.officer.id, scene.supervisor.id],
    '/staff': [clerk.id, invited.id, stepped.id],
    '/file': [sent.attachments[0]?.id ?? ''],
    '/desk/complaint': cases,
    '/complaint': complaints,
    '/upload': await begunUploads(test, citizen.id),
    '/desk/webhook': webhooks.map(({ id }) => id),
    '/desk/program': await programsOf(test, scene.mdaId),
    '/desk/access-change': await changesOfAccess(test),
    '/desk/unit': units,
    '/custom-field': fields,
    '/desk/saved-view': await viewsOf(supervisor),
    '/desk/bulk-run': [await runOf(officer, cases)],
  };
  const rows = cases.map((id) => [{ id, version: 1 }]);
  const bulk: Known = { action: [...bulkActions], items: [...rows, cases.map((id) => ({ id, version: 2 }))] };
  // In ascending order, for a category that mostly has none yet.
  const targets: Known = { acknowledge: [1, 2], reply: [2, 5], resolve: [5, 15], version: [0, 0, 1, 2] };
  // An account is locked after some failures: few of them, so that some sign-ins succeed.
  const door: Known = { email: [scene.citizen.email], type: ['user', 'user', 'mda'] };
  // Mostly an MDA that asks for no jurisdiction.
  const filing: Known = {
    mda: [scene.mdaId, scene.mdaId, place.id],
    mdaJurisdiction: ['', '', ...place.jurisdictionIds],
  };
  const filter: Known = { followUp: ['due'], filed: ['2026-01-01..2026-03-31'], priority: ['high,emergency'] };
  const special: Readonly<Record<string, Known>> = {
    '/api/desk/bulk-run': bulk,
    '/api/desk/target': targets,
    '/api/login': door,
    '/api/desk/names/{kind}/{id}': { names: [{ ha: 'Ruwa' }, {}] },
    '/api/desk/webhook': {
      url: ['https://register.example/events'],
      types: [['complaint.submit']],
      mda: [scene.mdaId, undefined],
    },
    '/api/desk/webhook/{id}/delivery': { delivery: webhooks.map((it) => it.deliveryId) },
    '/api/desk/token': { expires: [dayAhead(test, 30)], scopes: [['complaint:read']], mda: [scene.mdaId, undefined] },
    '/api/desk/custom-field': { options: [[]], type: ['text', 'date'], asked: [true], personal: [false, true] },
    '/api/desk/custom-field/{id}': { options: [[], undefined], asked: [true] },
    '/api/desk/unit': { members: [[officer.id], []] },
    '/api/desk/unit/{id}': { members: [[officer.id], []] },
    '/api/desk/rule': { rules: [[], [{ id: crypto.randomUUID(), name: 'Urgent', event: 'filed', filter: {} }]] },
    '/api/desk/complaint': filter,
    '/api/desk/complaint/total': filter,
    '/api/desk/saved-view': { ...filter, queue: ['open'] },
    '/api/desk/staff/{id}/leave': { until: [null], deputy: [null] },
    '/api/desk/mail-times': { transfer: mailTimes },
    '/api/complaint': filing,
    '/api/public/complaint': filing,
    '/api/desk/filed': filing,
    '/api/upload': tus,
    '/api/upload/{id}': tus,
  };
  const tokens = [undefined, ...people.map(({ token }) => token)];
  return {
    test,
    tokens,
    tokensFor({ method, path }) {
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      // The document has each action of a complaint as a call of its own.
      const urls = [url, url.replace(/\/\w+$/, '/:action')];
      const access = test.app.mountedRoutes.find((it) => it.method === method && urls.includes(it.url))?.access;
      if (access === undefined || access === 'public') return tokens;
      return people.filter(({ caller }) => access.includes(caller.role)).map(({ token }) => token);
    },
    files,
    knownAt: (path) => {
      const [, ids] = Object.entries(objects).find(([word]) => path.includes(word)) ?? ['', [crypto.randomUUID()]];
      const category = [path.includes('feedback') ? feedbackCategory : scene.categoryId];
      const more = special[path] ?? {};
      return { ...known, ...more, category, id: [...ids, ...ids, feedback.id, sent.id, scene.mdaId] };
    },
    async spareToken() {
      return (await test.citizen()).token;
    },
  };
}

const tus: Known = {
  'tus-resumable': ['1.0.0'],
  'upload-length': ['50'],
  'upload-offset': ['0'],
  'upload-metadata': ['filename YQ=='],
};

async function begunUploads({ services: { db, clock } }: TestApp, citizenId: string): Promise<string[]> {
  const [createdAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + 24 * 3_600_000)];
  const about = { citizenId, fileName: 'a', contentType: '', length: 50, createdAt, expiresAt };
  const rows = Array.from({ length: 20 }, () => ({ ...about, id: crypto.randomUUID() }));
  await db.insert(upload).values(rows);
  return rows.map(({ id }) => id);
}

/** Creates units without members. */
async function unitsOf(supervisor: Person): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < 5; number++)
    ids.push((await supervisor.call(createUnit, { body: { name: `Team ${number}`, walled: false, members: [] } })).id);
  return ids;
}

/** Starts a run of an officer. */
async function runOf(officer: Person, cases: readonly string[]): Promise<string> {
  const id = crypto.randomUUID();
  const items = cases.slice(0, 1).map((it) => ({ id: it, version: 1 }));
  await officer.call(startBulkRun, { body: { id, action: 'tag', tags: ['flood'], items } });
  return id;
}

/** Creates views of a supervisor. */
async function viewsOf(supervisor: Person): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < 20; number++) {
    const view = { name: `View ${number}`, shared: false, queue: 'open', filter: {}, sort: null, pinned: false };
    ids.push((await supervisor.call(createSavedView, { body: view })).id);
  }
  return ids;
}

/** Creates programs that wait for a supervisor. */
async function programsOf(test: TestApp, mdaId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < 20; number++) ids.push((await createProgram(test, { mdaId, confirmed: false })).id);
  return ids;
}

/** Creates changes of access that wait, and such as can be undone. */
async function changesOfAccess(test: TestApp): Promise<string[]> {
  const { id: requestedBy } = await test.staff('administrator');
  const at = test.services.clock.now();
  const former = { role: 'oversight', mdaId: null, disabled: true } as const;
  const change = { action: 'access', role: 'oversight', former, requestedBy, requestedAt: at } as const;
  const ids: string[] = [];
  for (let number = 0; number < 20; number++) {
    const [id, { id: accountId }] = [crypto.randomUUID(), await test.staff('oversight')];
    const madeAt = number % 2 === 0 ? at : null;
    await test.services.db.insert(accessChange).values({ ...change, id, accountId, madeAt });
    ids.push(id);
  }
  return ids;
}

async function addKnownIssues({ services: { db, clock } }: TestApp, mdaId: string): Promise<string[]> {
  const [owner] = await db.select({ id: account.id }).from(account).where(eq(account.mdaId, mdaId)).limit(1);
  const words = { title: 'Dry taps', text: 'A pump is broken.', ownerId: owner?.id ?? '', mdaId };
  const rows = Array.from({ length: 20 }, () => ({ ...words, id: crypto.randomUUID(), createdAt: clock.now() }));
  await db.insert(knownIssue).values(rows);
  return rows.map(({ id }) => id);
}

const dayAhead = ({ clock }: TestApp, days: number) =>
  new Date(clock.now().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** Creates enough that a supervisor can change and remove for many requests. */
async function keptBySupervisors(test: TestApp, mdaId: string): Promise<Record<string, string[]>> {
  const { db, clock } = test.services;
  const ids = { reply: [] as string[], contact: [] as string[], holiday: [] as string[], target: [] as string[] };
  for (let number = 0; number < 20; number++) {
    const [reply, contact, holiday, target] = Array.from({ length: 4 }, () => crypto.randomUUID());
    const words = { title: `Reply ${number}`, text: 'Thank you, {citizen}.', step: 'reply' as const };
    await insertSavedReply(db, { ...words, id: reply!, mdaId, updatedAt: clock.now() });
    const person = { name: 'Ada Obi', phone: '0800 100', email: 'ada@home.example' };
    await db.insert(committeeMember).values({ ...person, id: contact!, mdaId, position: number });
    await insertHolidays(db, [{ id: holiday!, mdaId, day: dayAhead(test, 20 + number), name: 'Town day' }]);
    const days = { acknowledge: 1, reply: 2, resolve: 3 };
    await putSlaTarget(db, { ...days, id: target!, mdaId, categoryId: await test.category() });
    ids.reply.push(reply!);
    ids.contact.push(contact!);
    ids.holiday.push(holiday!);
    ids.target.push(target!);
  }
  return {
    '/desk/saved-reply': ids.reply,
    '/known-issue': await addKnownIssues(test, mdaId),
    '/desk/contact': ids.contact,
    '/desk/holiday': ids.holiday,
    '/desk/target': ids.target,
  };
}

async function knownFile(file: File): Promise<KnownFile> {
  return { bytes: Buffer.from(await file.arrayBuffer()), type: file.type };
}
