import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Call,
  canSurvey,
  countComplaints,
  countDeskComplaints,
  getComplaint,
  getMdaStats,
  getMdaSummary,
  isOpen,
  listComplaints,
  listContacts,
  listFeedback,
  listMdas,
  listNotifications,
  listSavedReplies,
  message,
  type Role,
  savedReplySteps,
  type State,
  states,
  unknownPlaceholders,
} from '@baraza/contract';
import type { Action } from '@baraza/contract/complaint/lifecycle';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, sharedTestApp } from '../../../../test/support/server/app.ts';
import { insertSession } from '../../../auth/session/session.store.ts';
import { connectDatabase } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { account, complaint, complaintEvent } from '../../../db/schema/tables.ts';
import { seedReferenceData } from '../../office/category/reference-data.ts';
import { submitComplaint } from '../../complaint/submit/submit-complaint.ts';
import { transitionComplaint } from '../../complaint/transition/transition-complaint.ts';
import { verifyHistory } from '../../complaint/record/verify-history.ts';
import { defaultEmergencyTargets, defaultSlaTargets, listHolidays } from '../../reference/sla-target.store.ts';
import type { TransitionCommand } from '../../../domain/step.ts';
import { readTimers } from '../../../domain/sla-timer.ts';
import { dayNamed } from '../../../domain/working-days.ts';
import { demoPasswordFile, openDemo, wantsDemo } from './demo-access.ts';
import { accountId, demoAccounts, mdaId } from './demo-accounts.ts';
import { demoData } from './demo-data.ts';
import { seedDemo } from './demo.ts';

const api = sharedTestApp({ environment: { DEMO_PASSWORD: 'nine hills and a river' } });
let citizen: Call;

beforeAll(async () => {
  await seedReferenceData(api.services);
  await seedDemo(api.services);
  citizen = await signIn(demoAccounts.citizen);
});

async function signIn(account: { email: string; role: Role }): Promise<Call> {
  const { db, clock } = api.services;
  const entry = {
    accountId: accountId(account),
    role: account.role,
    userAgent: 'test',
    now: clock.now(),
    lives: api.services.settings.sessions,
  };
  return api.callAs(await insertSession(db, entry));
}

async function one<T>(query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await api.services.db.execute(query);
  return rows[0] as T;
}

test('the sample history is valid, and the counts match the complaints', async () => {
  const faults: string[] = [];
  const verdict = await verifyHistory(api.services.db, (line) => faults.push(line));
  expect(faults).toEqual([]);
  expect(verdict.complaints).toBeGreaterThan(100);
});

test('sample officers have saved replies with placeholders that can be filled in', async () => {
  const replies = await (await signIn(demoAccounts.officer))(listSavedReplies);
  expect(replies.map((it) => it.step).toSorted()).toEqual(savedReplySteps.toSorted());
  for (const { text } of replies) expect(unknownPlaceholders(text)).toEqual([]);
});

test('no sample event lies in the future, and each due date follows from the events', async () => {
  interface Row extends Record<string, unknown> {
    due: Date | null;
    events: { at: string; action: string; toState: State; cycle: number; data: Record<string, unknown> | null }[];
  }
  const { rows } = await api.services.db.execute<Row>(sql`
    select resolve_due_at as due, (select json_agg(json_build_object('at', at, 'action', action, 'toState', to_state,
        'cycle', e.cycle, 'data', data) order by seq)
      from complaint_event e where complaint_id = c.id) as events from complaint c`);
  const now = api.clock.now();
  const holidays = (await listHolidays(api.services.db, null, '2000-01-01')).map((it) => dayNamed(it.day));
  const rules = {
    targets: defaultSlaTargets,
    emergency: defaultEmergencyTargets,
    calendar: { timeZone: 'UTC', weekend: 'sat,sun', holidays: new Set(holidays) },
  };
  for (const { due, events } of rows) {
    const past = events.map((it) => ({ ...it, at: new Date(it.at) }));
    const times = past.map((it) => it.at.getTime());
    expect(times.every((time, index) => time <= now.getTime() && time >= (times[index - 1] ?? 0))).toBe(true);
    expect(due && new Date(due)).toEqual(readTimers(past, rules, past.at(-1)?.at ?? new Date()).resolve.dueAt);
  }
});

test('all sample rows are marked as such, and no mails are sent about past events', async () => {
  const counts = sql`select (select count(*)::int from account where not demo) as people,
    (select count(*)::int from complaint where not demo) as complaints,
    (select count(*)::int from feedback where not demo) as feedback`;
  expect(await one(counts)).toEqual({ people: 0, complaints: 0, feedback: 0 });
  expect(await api.outbox()).toEqual([]);
});

describe('the first citizen', () => {
  test('the first sample citizen has complaints in every status, a survey, a question and an unread reply', async () => {
    const counts = await citizen(countComplaints);
    for (const status of ['Resolved', 'Processing', 'Pending', 'Canceled'] as const) {
      expect(counts[status]).toBeGreaterThan(0);
    }
    expect(counts).toMatchObject({ surveysToTake: 1, answersToGive: 1 });
    const { items } = await citizen(listComplaints);
    expect(items.filter(canSurvey).map((it) => it.title)).toEqual(['Passport renewal delayed for six weeks']);
    const unread = items.filter((it) => it.unread).map((it) => it.state);
    expect(unread.toSorted()).toEqual(['awaiting_citizen', 'in_progress']);
    const news = await citizen(listNotifications);
    expect(news.items.filter((it) => !it.read).map((it) => it.title)).toEqual(['New reply', 'A question for you']);
  });

  test('the first sample citizen can open the pictures of complaints', async () => {
    const { items } = await citizen(listComplaints, { query: { q: 'Charged twice' } });
    const complaint = await citizen(getComplaint, { params: { id: items[0]?.id ?? '' } });
    const file = await api.app.inject({ url: complaint.attachments[0]?.filePath ?? '' });
    expect(file.statusCode).toBe(200);
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 960, height: 720 });
  });

  test('the first sample citizen has feedback with and without reply', async () => {
    const { items } = await citizen(listFeedback);
    expect(new Set(items.map((it) => it.status))).toEqual(new Set(['Pending', 'Replied']));
  });
});

test('the ten specified complaints are there, and one in each state but appeal', async () => {
  const [first, second] = [citizen, await signIn(demoAccounts.citizen2)];
  const titles = demoData.samples.map((it) => it.title);
  expect(titles).toHaveLength(10);
  for (const { title, by } of demoData.samples) {
    const { items } = await (by === 'citizen' ? first : second)(listComplaints, { query: { q: title } });
    expect(items.map((it) => it.title)).toContain(title);
  }
  const { found } = await one<{ found: string[] }>(sql`select array_agg(distinct state) as found from complaint`);
  expect(found).toEqual(expect.arrayContaining(states.filter((state) => state !== 'appeal')));
});

test('each MDA has a logo that opens; one has no committee', async () => {
  const mdas = await citizen(listMdas);
  expect(mdas).toHaveLength(8);
  for (const { logo } of mdas) {
    const file = await api.app.inject({ url: logo ?? '' });
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'png', width: 256 });
  }
  expect(mdas.filter((it) => it.committee.length === 0).map((it) => it.name)).toEqual(['Land Registry']);
  expect(new Set(mdas.map((it) => it.isJurisdictionAllowed))).toEqual(new Set([0, 1]));
  const contacts = await citizen(listContacts);
  expect(contacts.filter((it) => it.name === null).map((it) => it.mda)).toEqual(['Land Registry']);
});

test('the sample reports are not empty', async () => {
  const { top3MDAs, lowest3MDAs } = await citizen(getMdaStats);
  expect([...top3MDAs, ...lowest3MDAs]).toHaveLength(6);
  const year = api.clock.now().getUTCFullYear();
  const params = { id: mdaId(demoAccounts.officer.mda!) };
  const reports = await Promise.all(
    [year, year - 1].map((it) => citizen(getMdaSummary, { params, query: { year: it } })),
  );
  const months = reports.flatMap((it) => it.monthlyComplaints).filter((it) => it.totalComplaints > 0);
  expect(months.length).toBeGreaterThanOrEqual(6);
});

test('the desk of the first sample MDA has a task of each kind', async () => {
  const desk = await signIn(demoAccounts.officer);
  const counts = await desk(countDeskComplaints);
  expect(counts.open).toBeGreaterThan(5);
  for (const queue of ['mine', 'unassigned', 'overdue', 'withCitizen', 'reopened', 'resolved'] as const) {
    expect([queue, counts[queue]]).toEqual([queue, expect.toSatisfy((it: number) => it > 0)]);
  }
});

describe('a second start', () => {
  test('a second start adds no sample data, even if two servers start at once', async () => {
    const count = sql`select (select count(*)::int from complaint) as complaints, (select count(*)::int from file) as files`;
    const before = await one(count);
    await Promise.all([seedDemo(api.services), seedDemo(api.services)]);
    expect(await one(count)).toEqual(before);
  });

  test('a second start prints sample accounts and password; a new DEMO_PASSWORD takes effect', async () => {
    const first = await openDemo(api.services);
    expect(first?.password).toBe('nine hills and a river');
    expect(first?.accounts.map((it) => it.email)).toEqual([
      'citizen@demo.example',
      'citizen2@demo.example',
      'officer@demo.example',
      'supervisor@demo.example',
      'officer2@demo.example',
      'agent@demo.example',
      'oversight@demo.example',
      'admin@demo.example',
      'admin2@demo.example',
    ]);
    const { settings } = api.services;
    const renewed = { ...api.services, settings: { ...settings, demoPassword: 'ten hills and a lake' } };
    expect((await openDemo(renewed))?.password).toBe('ten hills and a lake');
    // The old password is wrong now, and neither is in a file.
    const unknown = { ...api.services, settings: { ...settings, demoPassword: undefined } };
    expect((await openDemo(unknown))?.password).toBeUndefined();
    expect((await openDemo(api.services))?.password).toBe('nine hills and a river');
    await expect(access(path.join(settings.dataDir, demoPasswordFile))).rejects.toThrow('ENOENT');
  });
});

test('a complaint of the year is what the commands would have made of it', async () => {
  const { db } = api.services;
  const columns = [
    'state',
    'cycle',
    'version',
    'assigneeId',
    'reply',
    'outcome',
    'priority',
    'confirmedAt',
    'dueAt',
  ] as const;
  const measured = [
    'acknowledgedAt',
    'acknowledgedLate',
    'firstReplyAt',
    'firstReplyLate',
    'resolvedAt',
    'resolvedLate',
  ] as const;
  const compared = [
    ...columns,
    ...measured,
    'citizenWroteAt',
    'nextReminderAt',
    'conversation',
    'notes',
    'resolvers',
  ] as const;
  const read = async (id: string) =>
    (await db.select(pick(complaint, compared)).from(complaint).where(eq(complaint.id, id)))[0];
  const fields = pick(complaint, [
    'id',
    'title',
    'description',
    'location',
    'incidentDate',
    'citizenId',
    'mdaId',
    'jurisdictionId',
    'areaCode',
    'categoryId',
  ]);
  const rows = await db.select(fields).from(complaint).where(sql`not exists (select from complaint_event e
    where e.complaint_id = ${complaint.id} and e.action in ('remind', 'escalate', 'submit', 'merge') and e.seq > 1)
    and location <> '' and citizen_id not in (select id from account where password_hash is not null)`);
  expect(rows.length).toBeGreaterThan(10);
  const people = new Map((await db.select().from(account)).map((person) => [person.id, person]));
  const callerOf = (id: string) => ({
    accountId: id,
    role: people.get(id)!.role,
    mdaId: people.get(id)!.mdaId,
    sessionId: '',
  });
  for (const { id, citizenId, ...row } of rows.slice(0, 20)) {
    const [filing, ...steps] = await db
      .select()
      .from(complaintEvent)
      .where(eq(complaintEvent.complaintId, id))
      .orderBy(complaintEvent.seq);
    const at = (moment: Date) => ({ ...api.services, clock: { now: () => moment } });
    const { mdaId: mda, jurisdictionId: mdaJurisdiction, areaCode, categoryId: category, ...texts } = row;
    const request = {
      fields: { ...texts, mda, mdaJurisdiction: mdaJurisdiction ?? '', area: areaCode ?? '', category },
      files: [],
      key: undefined,
    };
    const copy = await submitComplaint(at(filing!.at), callerOf(citizenId), request);
    for (const step of steps) {
      const by = callerOf(step.actorId ?? citizenId);
      const { text, reason, data } = step;
      const command = {
        text: text ?? undefined,
        reason: reason ?? undefined,
        ...pick(data ?? {}, ['outcome', 'priority']),
      };
      await transitionComplaint(at(step.at), by, {
        complaintId: copy.id,
        action: step.action as Action,
        ...command,
      } as TransitionCommand);
    }
    expect(await read(id)).toEqual(await read(copy.id));
  }
});

test(
  'a failed seeding leaves no sample data behind, and the next start succeeds',
  { timeout: 90_000, tags: 'full' },
  async () => {
    const other = await createTestApp();
    try {
      const { services } = other;
      await expect(seedDemo(services)).rejects.toThrow(message.invalid);
      const used = sql`select exists (select from mda) or exists (select from account) as used`;
      expect((await services.db.execute(used)).rows).toEqual([{ used: false }]);
      expect(await openDemo(services)).toBeUndefined();

      await seedReferenceData(services);
      // Another process seeds for longer than the statement timeout.
      const { connectionString } = other.pool.options;
      const hurried = connectDatabase({ connectionString, statement_timeout: 2_000 });
      const first = await other.pool.connect();
      await first.query('begin; select pg_advisory_xact_lock(7220415)');
      const second = seedDemo({ ...services, db: hurried.db });
      // A failure is reported below.
      second.catch(() => {});
      await sleep(2_500);
      await first.query('rollback');
      first.release();
      await Promise.all([second, seedDemo(services)]);
      await hurried.close();
      const open = await openDemo(services);
      expect(open?.password).toMatch(/^([2-9a-z]{4}-){3}/u);
      const { rows } = await services.db.execute(sql`select state from complaint`);
      expect(rows.length).toBeGreaterThan(100);
      expect(rows.some((row) => isOpen(row['state'] as never))).toBe(true);
    } finally {
      await other.close();
    }
  },
);

test('without DEMO, samples are added only to an unused embedded database', async () => {
  const other = await createTestApp();
  try {
    const { services } = other;
    // Each start does this first.
    await seedReferenceData(services);
    const saying = (demo: boolean | undefined) => ({ ...services, settings: { ...services.settings, demo } });
    expect(await wantsDemo(saying(undefined), true)).toBe(true);
    expect(await wantsDemo(saying(undefined), false)).toBe(false);
    expect(await wantsDemo(saying(false), true)).toBe(false);
    expect(await wantsDemo(saying(true), false)).toBe(true);
    await other.staff('administrator');
    expect(await wantsDemo(saying(undefined), true)).toBe(true);
    await other.citizen();
    expect(await wantsDemo(saying(undefined), true)).toBe(false);
  } finally {
    await other.close();
  }
});
