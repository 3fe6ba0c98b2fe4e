import {
  type Action,
  actions,
  addEvidence,
  answerComplaint,
  appealComplaint,
  confirmResolution,
  reopenComplaint,
  staffEmailOf,
  type State,
  transitionOf,
  withdrawComplaint,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account, identityRequest, notification, recusal } from '../../../db/schema/tables.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { photo } from '../../../../test/support/media.ts';
import { readQueueGaps } from '../../../../test/support/queue-gaps.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/support/server/app.ts';
import { applyUrgentRule } from '../../../../test/support/urgent-rule.ts';
import { processSlaReminders } from '../../engagement/process-sla-reminders.ts';
import { checkHistory } from '../record/verify-history.ts';
import type { SealedEvent } from '../record/sealed-event.ts';

/*
 * Everything that a step of a complaint does: two lines for each action of the lifecycle, and for cases (in brackets) where what
 * happened before matters. A complaint is filed on Monday, 4 May; its step is taken on Tuesday. What is not named stays.
 *
 * First line: who takes the step, state, assignee, and in which days of May the MDA is due to acknowledge, reply and resolve;
 * after the comma, when the timers wake next. Second line: who is notified (* at once by mail too) and of which kind,
 * then the event with its data, then whatever else changes.
 */
const table = `
start                               officer     received → in_progress                 – → officer          6 11 25, 6 → – 11 25, 8
    notifies citizen* · public (assignee: officer)
start [assigned to a colleague]     officer     received → in_progress                 colleague            6 11 25, 6 → – 11 25, 8
    notifies citizen* · public
reply                               officer     in_progress                            officer              – 11 25, 8 → – – 25, 20
    notifies citizen* · public · also reply – → The words of reply
ask                                 officer     in_progress → awaiting_citizen         officer              – 11 25, 8 → – – –, 20
    notifies citizen* · public · also reply – → The words of ask; paused until – → 20
withdrawQuestion                    officer     awaiting_citizen → in_progress         officer              – – –, 19 → – 12 26, 11
    notifies citizen* · public · also reply The words of ask → –; paused until 19 → –
answer                              citizen     awaiting_citizen → in_progress         officer              – – –, 19 → – – 26, 21
    notifies officer answered · public · also paused until 19 → –; waits since – → 5
addEvidence                         citizen     received                               –                    6 11 25, 6
    notifies supervisor evidenceAdded · public · also waits since – → 5
addEvidence [against the proposer]  citizen     received                               –                    6 11 25, 6
    notifies supervisor evidenceAdded, supervisor* mentionUndecided · public + recuse by system, internal (people: officer) · also proposed by officer → –; recused – → officer; recusal – → mentioned, null; waits since – → 5
resolve                             officer     in_progress → resolved                 officer              – 11 25, 8 → – – –, –
    notifies citizen* · public (outcome: solved) · also outcome – → solved; reply – → The words of resolve; resolvers – → officer
proposeRejection                    officer     in_progress                            officer              – 11 25, 8
    notifies supervisor* rejectionProposed · internal · also proposed by – → officer
reject                              supervisor  received → rejected                    –                    6 11 25, 6 → – – –, –
    notifies citizen*, officer* rejectionApproved · public (requester: officer) · also proposed by officer → –
returnRejection                     supervisor  received                               –                    6 11 25, 6
    notifies officer* rejectionReturned · internal (requester: officer) · also proposed by officer → –
withdraw                            citizen     in_progress → withdrawn                officer              – 11 25, 8 → – – –, –
    public
reopen                              citizen     resolved → received                    officer → –          – – –, – → 7 12 26, 7
    notifies officer reopened · public (assignee: null) · also cycle 1 → 2; outcome solved → –; waits since – → 5
confirmResolution                   citizen     resolved                               officer              – – –, –
    public · also confirmed – → 5
revokeConfirmation                  citizen     resolved                               officer              – – –, –
    public · also confirmed 4 → –
appeal                              citizen     rejected → appeal                      –                    – – –, – → – – –, 19
    notifies oversight* appealed · public · also review due – → 19
upholdAppeal                        oversight   appeal → received                      officer → –          – – –, 18 → 7 12 26, 7
    notifies citizen*, officer appealUpheld · public (assignee: null) · also cycle 1 → 2; review due 18 → –
declineAppeal                       oversight   appeal → rejected                      –                    – – –, 18 → – – –, –
    notifies citizen* · public · also review due 18 → –
note                                officer     received                               –                    6 11 25, 6
    notifies colleague* mentioned · internal (mentions: colleague)
call                                officer     received                               –                    6 11 25, 6
    internal (call: reached)
assign                              supervisor  in_progress                            officer → colleague  – 11 25, 8
    notifies colleague* assigned · internal (assignee: colleague)
tag                                 officer     received                               –                    6 11 25, 6
    internal (tags: flood) · also tags – → flood
untag                               officer     received                               –                    6 11 25, 6
    internal (tags: flood) · also tags flood → –
prioritise                          officer     received                               –                    6 11 25, 6
    internal (priority: high) · also priority normal → high
followUp                            officer     received                               –                    6 11 25, 6
    internal (followUp: 2026-05-08) · also follow up – → 2026-05-08
setUnit                             officer     received                               –                    6 11 25, 6
    internal (unit: another, unitBefore: null) · also unit – → another
setFields                           officer     received                               –                    6 11 25, 6
    internal (fields: Meter)
categorise                          officer     in_progress                            officer              – 11 25, 8 → – 11 25, 5
    notifies citizen* · public (category: another, jurisdiction: null, categoryBefore: first, jurisdictionBefore: null) · also category first → another
extend                              supervisor  in_progress                            officer              – 11 25, 8 → – 11 28, 8
    notifies citizen* · public (days: 3)
offerTransfer                       officer     in_progress → transfer_offered         officer              – 11 25, 8
    notifies neighbour* transferOffered · public (mda: other) · also offered to – → other
withdrawTransfer                    officer     transfer_offered → in_progress         officer              – 11 25, 8
    public (mda: other) · also offered to other → –
acceptTransfer                      neighbour   transfer_offered → received            officer → –          – 11 25, 8
    notifies citizen* · public (mda: other, from: first) · also mda first → other; offered to other → –
declineTransfer                     neighbour   transfer_offered → in_progress         officer              – 11 25, 8
    notifies officer* transferDeclined · public (mda: other) · also offered to other → –
declineTransfer [the second time]   neighbour   transfer_offered → transfer_undecided  –                    6 11 25, 6
    notifies officer* transferDeclined, oversight* transferUndecided · public (mda: other) · also offered to other → –
decideTransfer                      oversight   transfer_undecided → received          –                    6 11 25, 6
    notifies citizen* · public (mda: other, from: first) · also mda first → other
merge                               officer     in_progress → merged                   officer              – 11 25, 8 → – – –, –
    notifies citizen* · public (parent: another) · also parent – → another
requestIdentity                     officer     received                               –                    6 11 25, 6
    notifies supervisor* identityRequested · internal · also identity asked by – → officer
discloseIdentity                    supervisor  received                               –                    6 11 25, 6
    notifies citizen*, officer* identityDisclosed · public (mda: first, requester: officer) · also identity asked by officer → –
denyIdentity                        supervisor  received                               –                    6 11 25, 6
    notifies officer* identityDenied · internal (requester: officer) · also identity asked by officer → –
recuse                              supervisor  in_progress                            officer → –          – 11 25, 8
    internal (people: officer, assignee: null) · also recused – → officer; recusal – → by_hand, supervisor
recuse [oneself]                    officer     in_progress                            officer → –          – 11 25, 8
    notifies supervisor* givenUp · internal (people: officer, assignee: null) · also recused – → officer; recusal – → by_hand, officer
confirmRecusal                      supervisor  received                               –                    6 11 25, 6
    internal (people: officer) · also recusal mentioned, null → mentioned, supervisor
liftRecusal                         supervisor  received                               –                    6 11 25, 6
    notifies oversight* recusalLifted · internal (people: officer) · also recused officer → –; recusal by_hand, supervisor → –
release                             system      merged → received                      –                    – – –, – → 7 12 26, 7
    notifies citizen* · public · also parent another → –
remind                              system      received                               –                    6 11 25, 6 → 6 11 25, 7
    notifies supervisor acknowledgeDue · internal (level: 75, timer: acknowledge)
escalate                            system      received                               –                    6 11 25, 6 → 6 11 25, 8
    notifies supervisor acknowledgeLate · public (level: 100, timer: acknowledge)
applyRule                           system      received                               –                    6 11 25, 6
    internal (rule: Urgent, ruleId: another, priority: high, ruleVersion: 1) · also priority normal → high
`;

interface Line {
  readonly name: string;
  readonly action: Action;
  readonly by: Who | 'system';
  readonly effects: readonly string[];
}

const lines = [...table.matchAll(/^(\S.*?) {2,}(\S.*?) {2,}(.*)\n +(.*)$/gmu)].map(
  ([, name = '', by, first = '', second = '']): Line => ({
    name,
    action: name.split(' ')[0] as Action,
    by: by as Line['by'],
    effects: [...first.split(/ {2,}/u), second],
  }),
);

let api: TestApp;
let oversight: Person;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T18:00:00Z', environment: { STAFF_IDLE_MINUTES: '720' } });
  oversight = await api.staff('oversight');
});
afterAll(() => api.close());

type Who = 'citizen' | 'officer' | 'colleague' | 'supervisor' | 'neighbour' | 'oversight' | 'other citizen';
interface World {
  readonly scene: Scene;
  readonly people: Record<Who, Person>;
  readonly id: string;
  /** Takes a step before the one under test. */
  act(who: Who, action: Action, words?: object): Promise<void>;
}

const offerStarted = async ({ act }: World) => {
  for (const action of ['start', 'offerTransfer'] as const) await act('officer', action);
};

/** Preparation on the day of filing: the state to reach, or the steps to take. */
const preparations: Partial<Record<string, State | ((world: World) => Promise<void>)>> = {
  'start [assigned to a colleague]': ({ act, people }) =>
    act('supervisor', 'assign', { assignee: people.colleague.id }),
  'addEvidence [against the proposer]': ({ act }) => act('officer', 'proposeRejection'),
  proposeRejection: 'in_progress',
  reject: ({ act }) => act('officer', 'proposeRejection'),
  returnRejection: ({ act }) => act('officer', 'proposeRejection'),
  withdraw: 'in_progress',
  revokeConfirmation: async (world) => {
    for (const action of ['start', 'resolve'] as const) await world.act('officer', action);
    await world.act('citizen', 'confirmResolution');
  },
  appeal: 'rejected',
  upholdAppeal: async ({ act }) => {
    for (const action of ['start', 'proposeRejection'] as const) await act('officer', action);
    await act('supervisor', 'reject');
    await act('citizen', 'appeal');
  },
  assign: 'in_progress',
  untag: ({ act }) => act('officer', 'tag'),
  categorise: 'in_progress',
  extend: 'in_progress',
  offerTransfer: 'in_progress',
  withdrawTransfer: offerStarted,
  acceptTransfer: offerStarted,
  declineTransfer: offerStarted,
  'declineTransfer [the second time]': async ({ act }) => {
    await act('officer', 'offerTransfer');
    await act('neighbour', 'declineTransfer');
    await act('officer', 'offerTransfer');
  },
  merge: 'in_progress',
  discloseIdentity: ({ act }) => act('officer', 'requestIdentity'),
  denyIdentity: ({ act }) => act('officer', 'requestIdentity'),
  recuse: 'in_progress',
  'recuse [oneself]': 'in_progress',
  confirmRecusal: ({ scene, id }) => scene.mention(id),
  liftRecusal: ({ act }) => act('supervisor', 'recuse'),
  release: async ({ act, scene, people }) => {
    await act('officer', 'merge', { parent: await scene.file({}, people['other citizen']) });
  },
};

async function createWorld({ name, action }: Line): Promise<World> {
  const scene = await createScene(api, 'two-person');
  const { citizen, officer, supervisor, neighbour } = scene;
  const colleague = await api.officer(scene.mdaId);
  const others = { colleague, oversight, 'other citizen': await api.citizen() };
  const people = { citizen, officer, supervisor, neighbour, ...others };
  const fullName = { firstName: 'Kwame', lastName: 'Mensah' };
  await api.services.db.update(account).set(fullName).where(eq(account.id, scene.officer.id));
  const before = preparations[name] ?? transitionOf(action).from[0] ?? 'received';
  const id = await scene.fileIn(typeof before === 'string' ? before : 'received');
  const world: World = { scene, people, id, act: (who, step, words) => scene.act(people[who], id, step, words) };
  if (typeof before !== 'string') await before(world);
  return world;
}

/** Takes the step that is looked at: over HTTP as its actor does, or by what makes the system take it. */
async function take({ name, action, by }: Line, { scene, people, id }: World): Promise<unknown> {
  const { call } = scene.citizen;
  const byCitizen: Partial<Record<Action, () => Promise<unknown>>> = {
    answer: () => call(answerComplaint, { body: { id, text: 'At noon' } }),
    addEvidence: async () => {
      const text = name === 'addEvidence' ? 'The bill of May' : 'Kwame Mensah took the money.';
      return call(addEvidence, { form: { id, text }, files: { files: [await photo('bill.png')] } });
    },
    withdraw: () => call(withdrawComplaint, { body: { id } }),
    reopen: () => call(reopenComplaint, { body: { id, reason: 'Still dry' } }),
    confirmResolution: () => call(confirmResolution, { body: { id, solved: true } }),
    revokeConfirmation: () => call(confirmResolution, { body: { id, solved: false } }),
    appeal: () => call(appealComplaint, { body: { id, reason: 'Nobody came' } }),
    release: async () => {
      const parent = (await rowOf(api, id)).row.mergedIntoId ?? '';
      return people['other citizen'].call(withdrawComplaint, { body: { id: parent } });
    },
    remind: () => processSlaReminders(api.services),
    escalate: () => processSlaReminders(api.services),
    applyRule: () => applyUrgentRule(api, scene, id),
  };
  const words = {
    ...(await scene.wordsFor(action)),
    ...(action === 'assign' && { assignee: people.colleague.id }),
    ...(action === 'note' && { mentions: [people.colleague.id] }),
  };
  return byCitizen[action]?.() ?? takeStep(api, people[by as Who], id, action, words);
}

/** Hours from the filing to the step: a step of staff, of the reminder job, and of the job after the first day was missed. */
const hoursUntil = ({ action }: Line) => ({ remind: 44, escalate: 60 })[action as string] ?? 8;

function dayOf(at: Date | null): string {
  if (at === null) return '–';
  const [, month, day] = at.toISOString().slice(0, 10).split('-').map(Number);
  return month === 5 ? `${day}` : `${month}/${day}`;
}

/** Reads everything that a step may change, in words. */
async function readEverything({ scene, people, id }: World) {
  const { db } = api.services;
  const { row, events } = await rowOf(api, id);
  const recusals = await db.select().from(recusal).where(eq(recusal.complaintId, id));
  const requests = await db.select().from(identityRequest).where(eq(identityRequest.complaintId, id));
  const notified = await db
    .select()
    .from(notification)
    .where(eq(notification.complaintId, id))
    .orderBy(notification.seq);
  const mails = (await api.outbox()).filter(({ subject }) => subject.endsWith(`(${row.trackingId})`));
  const entries = `select from log_pending where subject = $1 union all select from log_entry where subject = $1`;
  const { rows: logged } = await api.pool.query(entries, [id]);
  const everybody = Object.entries(people);
  const names = new Map(everybody.map(([name, person]) => [person.id, name]));
  names
    .set(scene.mdaId, 'first')
    .set(scene.neighbour.caller.mdaId ?? '', 'other')
    .set(scene.categoryId, 'first');
  const said = (value: unknown) =>
    JSON.stringify(value)
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/gu, (found) => names.get(found) ?? 'another')
      .replaceAll(/[{}"[\]]/gu, '')
      .replaceAll(/([:,])/gu, '$1 ')
      .replace(/^(null)?$/u, '–');
  const due = [row.acknowledgeDueAt, row.replyDueAt, row.resolveDueAt].map(dayOf);
  return {
    row,
    events,
    logged: logged.length,
    audited: (await Promise.all(everybody.map(([, person]) => auditedBy(api, person))))
      .flat()
      .filter(({ action, objectId }) => action === 'complaint.acted' && objectId === id).length,
    mails: mails.map(({ to, subject }) => {
      const [name = 'somebody else'] = everybody.find(([, person]) => person.email === to) ?? [];
      return `${name}: ${subject.replace(/ \([^()]*\)$/u, '')}`;
    }),
    notified: notified.map(({ accountId, kind, title, mailedAt }) => ({
      who: names.get(accountId) ?? 'somebody else',
      kind: kind ?? '',
      title: kind === null ? title : staffEmailOf(kind as 'assigned').title,
      isMailed: kind === null || mailedAt !== null,
    })),
    said: events.map(
      ({ action, actorKind, visibility, data }) =>
        `${action} by ${actorKind}, ${visibility}${data ? ` (${said(data)})` : ''}`,
    ),
    columns: {
      state: row.state,
      assignee: said(row.assigneeId),
      due: `${due.join(' ')}, ${dayOf(row.nextReminderAt)}`,
    },
    others: {
      cycle: said(row.cycle),
      mda: said(row.mdaId),
      'offered to': said(row.offeredToMdaId),
      category: said(row.categoryId),
      'proposed by': said(row.rejectionProposedBy),
      parent: said(row.mergedIntoId),
      recused: said(row.recusedStaff),
      recusal: said(recusals.map(({ why, decidedBy }) => [why, decidedBy])),
      'identity asked by': said(requests.map(({ requestedBy }) => requestedBy)),
      outcome: said(row.outcome),
      reply: said(row.reply),
      resolvers: said(row.resolvers),
      confirmed: dayOf(row.confirmedAt),
      escalated: dayOf(row.escalatedAt),
      'paused until': dayOf(row.pausedUntil),
      'waits since': dayOf(row.citizenWroteAt),
      priority: said(row.priority),
      tags: said(row.tags),
      'follow up': said(row.followUpOn),
      unit: said(row.unitId),
      'review due': row.state === 'appeal' ? dayOf(row.dueAt) : '–',
    },
  };
}

type Everything = Awaited<ReturnType<typeof readEverything>>;

/** Describes the changes of a step in the format of the table. */
function effectsOf({ action, by }: Line, before: Everything, after: Everything): string[] {
  const change = (was: string | undefined, is: string) => (was === is ? is : `${was} → ${is}`);
  const news = after.notified
    .slice(before.notified.length)
    .map(({ who, kind, isMailed }) => `${who}${isMailed ? '*' : ''} ${kind}`.trim());
  const own = `${action} by ${by === 'citizen' || by === 'system' ? by : 'officer'}, `;
  const events = after.said.slice(before.said.length).map((event) => event.replace(own, ''));
  const was = new Map(Object.entries<string>(before.others));
  const others = Object.entries<string>(after.others)
    .filter(([name, is]) => was.get(name) !== is)
    .map(([name, is]) => `${name} ${change(was.get(name), is)}`);
  return [
    change(before.columns.state, after.columns.state),
    change(before.columns.assignee, after.columns.assignee),
    change(before.columns.due, after.columns.due),
    [
      ...(news.length > 0 ? [`notifies ${news.toSorted().join(', ')}`] : []),
      events.join(' + '),
      ...(others.length > 0 ? [`also ${others.join('; ')}`] : []),
    ].join(' · '),
  ];
}

test('the table of effects has every action of the lifecycle', () => {
  expect([...new Set(lines.map(({ action }) => action))]).toEqual(actions);
});

test.each(lines)('$name by $by has the effects of its line in the table, and no others', async (line) => {
  const world = await createWorld(line);
  const hours = hoursUntil(line) * 3_600_000;
  api.clock.advance(hours);
  const before = await readEverything(world);

  await take(line, world);

  const after = await readEverything(world);
  api.clock.advance(-hours);
  expect(effectsOf(line, before, after)).toEqual(line.effects);
  const mailed = after.notified.slice(before.notified.length).filter(({ isMailed }) => isMailed);
  expect(after.mails.toSorted()).toEqual(
    [...before.mails, ...mailed.map(({ who, title }) => `${who}: ${title}`)].toSorted(),
  );
  expect(after.audited - before.audited).toBe(['citizen', 'system'].includes(line.by) ? 0 : 1);
  expect([after.row.version, after.logged]).toEqual([after.events.length, after.events.length]);
  expect(checkHistory(after.row, after.events as SealedEvent[])).toEqual([]);
});

test('after every step of the lifecycle each queue is as long as its count says', async () => {
  expect(await readQueueGaps(api.services.db)).toEqual([]);
});
