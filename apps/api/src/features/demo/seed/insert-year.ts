import { transitionOf } from '@baraza/contract/complaint/lifecycle';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import { pick } from '../../../db/pick.ts';
import { account, complaint, complaintEvent, survey } from '../../../db/schema/tables.ts';
import { requireAllowed, requireComplete } from '../../../domain/allowed-actions.ts';
import { applyTransition, timerColumns } from '../../../domain/apply-transition.ts';
import { decideStep } from '../../../domain/decide-step.ts';
import { readTimers } from '../../../domain/sla-timer.ts';
import type { Step } from '../../../domain/step.ts';
import type { Services } from '../../../services.ts';
import { measureStep } from '../../complaint/record/measure-step.ts';
import { refreshWords } from '../../complaint/record/searched-words.ts';
import { type SealedEvent, sealEvent, stepFacts } from '../../complaint/record/sealed-event.ts';
import { draftComplaint, untouched } from '../../complaint/submit/draft-complaint.ts';
import { newTrackingIds } from '../../complaint/submit/tracking-id.ts';
import { findReached } from '../../engagement/process-sla-reminders.ts';
import { readOffices } from '../../public/numbers/numbers.store.ts';
import { type RawRules, toRules } from '../../reference/sla-target.store.ts';
import { accountRow, approverOf } from './demo-accounts.ts';
import { callerOf, daysAgo, fieldsOf } from './demo-life.ts';
import { writeYear, type YearComplaint, yearCitizens, type YearPlan } from './write-year.ts';

/** How many complaints are inserted at once: a statement takes 65,535 values, and a slow machine needs time for each. */
const part = 200;

/**
 * Inserts a year of complaints as rows, by the rules of the commands. Those themselves would take minutes. Returns the ids of those
 * about the known issue.
 */
export async function insertYear(services: Services, plan: YearPlan): Promise<string[]> {
  const { db, clock } = services;
  const since = daysAgo(services, 400).clock.now();
  await db.insert(account).values(yearCitizens(plan).map((citizen) => accountRow(citizen, null, since)));
  const offices = await readOffices(db);
  const rules = new Map(offices.map((office) => [`${office.mdaId} ${office.categoryId}`, office.rules]));
  const year = writeYear(plan, clock.now());
  const numbered = await db.select({ id: complaint.trackingId }).from(complaint);
  const number = newTrackingIds(new Set(numbered.map(({ id }) => id)));
  const known: string[] = [];
  for (let at = 0; at < year.length; at += part) {
    const lives = year.slice(at, at + part).map((each) => ({ each, ...liveOnPaper(services, each, rules, number) }));
    const rows = lives.map(({ row }) => row);
    const surveys = lives.flatMap((life) => life.surveys);
    await db.insert(complaint).values(rows);
    await db.insert(complaintEvent).values(lives.flatMap(({ events }) => events));
    if (surveys.length > 0) await db.insert(survey).values(surveys);
    await refreshWords(db, sql`(select unnest(${sql.param(rows.map(({ id }) => id))}::uuid[]))`);
    known.push(...lives.flatMap(({ each, row }) => (each.isKnown ? row.id : [])));
  }
  return known;
}

/** All that a complaint of the year refers to exists. */
const everythingFound = {
  demo: true,
  mda: {
    name: '',
    rulesVersion: 0,
    needsJurisdiction: false,
  },
  category: { name: '' },
  jurisdiction: { name: '' },
  area: { name: '' },
  staff: [],
  used: null,
};

/** Leads a complaint through its steps and the reminders between them, as rows. */
function liveOnPaper(
  services: Services,
  each: YearComplaint,
  rulesOf: ReadonlyMap<string, RawRules>,
  number: ReturnType<typeof newTrackingIds>,
) {
  const { settings, clock } = services;
  const [citizen, officer, approver] = [each.citizen, each.officer, approverOf(each.mda)].map(callerOf);
  const then = daysAgo(services, each.filed);
  const fields = fieldsOf(services, each);
  const raw = rulesOf.get(`${fields.mda} ${fields.category}`)!;
  const rules = toRules(raw, settings);
  const found = { ...everythingFound, citizenEmail: each.citizen.email, rules: raw };
  const request = { fields, files: [], key: undefined };
  const author = { ...citizen!, language: each.language };
  const filed = draftComplaint(then, author, request, found, Buffer.alloc(0));
  let row: Row = { ...untouched, ...filed.complaint, trackingId: number(then.clock) } as Row;
  const events: SealedEvent[] = [filed.event];
  const surveys: (typeof survey.$inferInsert)[] = [];

  const take = (step: Step, by: Caller | undefined) => {
    const { action, at, text, reason = null, data = null, actorId } = step;
    const after = applyTransition(row, events, step, rules);
    const actorKind = by?.role === 'citizen' ? 'citizen' : by ? 'officer' : 'system';
    const facts = stepFacts(action, row, after, { at, actorKind, actorId: actorKind === 'citizen' ? null : actorId });
    const isAssigned = after.assigneeId !== row.assigneeId;
    const words = { text, reason, data: isAssigned ? { ...data, assignee: after.assigneeId } : data };
    events.push(sealEvent({ ...facts, ...words, language: by?.language ?? null }));
    row = { ...row, ...after, ...measureStep(row, after, at), updatedAt: at };
  };
  const remindUntil = (until: Date) => {
    for (let at = row.nextReminderAt; at && at <= until; at = row.nextReminderAt) {
      const reached = findReached(row, readTimers(events, rules, at), events, at);
      if (reached.length === 0) row = { ...row, ...timerColumns({ nextReminderAt: null }, events, rules, at) };
      for (const data of reached) {
        row = { ...row, nextReminderAt: null };
        take({ action: data.level === 75 ? 'remind' : 'escalate', at, actorId: null, text: null, data }, undefined);
      }
    }
  };
  for (const step of each.steps) {
    const isCitizens = 'rating' in step || transitionOf(step.action).by.includes('citizen');
    const at = nextMoment(daysAgo(services, step.at).clock.now(), events.at(-1)!.at, clock.now(), !isCitizens);
    remindUntil(at);
    if ('rating' in step) {
      const { rating, text: description } = step;
      surveys.push({
        complaintId: row.id,
        cycle: row.cycle,
        citizenId: row.citizenId,
        rating,
        description,
        createdAt: at,
      });
      continue;
    }
    const by = isCitizens ? author : step.action === 'reject' ? approver! : officer!;
    const command = { complaintId: row.id, ...pick(step, ['action', 'text', 'reason', 'outcome', 'priority']) };
    const hasNoApprover = approver!.role === 'oversight';
    const before = { ...row, identityAccess: 'assigned' as const, hasNoStaff: false, hasNoApprover };
    requireAllowed(by, command, before, events, { now: at, days: settings.appealDays });
    requireComplete(command, 0);
    const proposal = events.findLast(({ action }) => action === 'proposeRejection');
    const references = { colleagues: [officer!.accountId], ...(proposal && { proposal }) };
    take(decideStep(by, command, { before, past: events, references, now: at }), by);
  }
  remindUntil(clock.now());
  return { row, events, surveys };
}

type Row = typeof complaint.$inferSelect;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Moves a step behind the one before and not beyond now; those of staff into the working hours of a working day. */
function nextMoment(wanted: Date, last: Date, now: Date, isInOffice: boolean): Date {
  const weekday = wanted.getUTCDay();
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  const midnight = Math.floor(wanted.getTime() / day) * day;
  const moment = isInOffice ? midnight - back * day + day / 3 + (wanted.getTime() - midnight) / 3 : wanted.getTime();
  return new Date(Math.min(Math.max(moment, last.getTime() + 10 * minute), now.getTime()));
}
