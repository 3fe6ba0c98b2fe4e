import { timerKinds } from '@baraza/contract';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { toRules } from '../reference/sla-target.store.ts';
import { type LockedComplaint, lockForSystem } from '../complaint/record/lock-complaint.store.ts';
import { takeSystemStep } from '../complaint/record/take-system-step.ts';
import { readTimers, type Timers } from '../../domain/sla-timer.ts';
import { type PastEvent, readPast } from '../complaint/record/event.store.ts';
import { timerColumns } from '../../domain/apply-transition.ts';
import { applyRules } from './rule/apply-rules.ts';
import { notifyStaff } from './notification/notify-staff.ts';
import { workedStates } from '@baraza/contract/complaint/lifecycle';
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { readPages } from '../../db/read-pages.ts';
import { complaint, complaintEvent } from '../../db/schema/tables.ts';

/** Sends due SLA reminders, each level once, and ends pauses that lasted too long. Several processes may run it at once. */
export async function processSlaReminders(services: Services, batch = 200): Promise<void> {
  const now = services.clock.now();
  const pages = readPages(batch, async (last?: DueReminder) => dueRemindersQuery(services.db, now, last, batch));
  for await (const due of pages) {
    for (const { id } of due) {
      try {
        await services.db.transaction((tx) => remindLocked(tx, services, id, services.clock.now()));
      } catch (error) {
        // One unreadable complaint must not hold up the others.
        services.log.error({ err: error, complaint: id }, 'The SLA timers of a complaint could not be read.');
      }
    }
  }
}

/** Recomputes the timers of complaints in work after a change of targets or holidays; null: of all MDAs. */
export async function recomputeTimers(services: Services, mdaId: string | null, batch = 1_000): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  for await (const rows of readPages(batch, (last?: { id: string }) => listInWork(db, mdaId, last, batch))) {
    const ids = rows.map(({ id }) => id);
    const isMarked = and(inArray(complaint.id, ids), isInWork);
    await db.update(complaint).set({ nextReminderAt: now }).where(isMarked);
  }
  await processSlaReminders(services);
}

const isInWork = inArray(complaint.state, [...workedStates]);

/** Lists the next complaints in work under this MDA's rules, or of all MDAs. */
async function listInWork(db: Database, mdaId: string | null, last: { id: string } | undefined, limit: number) {
  const wasTransferred = sql`exists (select from ${complaintEvent} e where e.complaint_id = ${complaint.id} and e.data ->> 'from' = ${mdaId})`;
  const isTheirs = mdaId === null ? undefined : or(eq(complaint.mdaId, mdaId), wasTransferred);
  return db
    .select({ id: complaint.id })
    .from(complaint)
    .where(and(last && gt(complaint.id, last.id), isInWork, isTheirs))
    .orderBy(asc(complaint.id))
    .limit(limit);
}

async function remindLocked(tx: Database, services: Services, id: string, now: Date): Promise<void> {
  const locked = await lockForSystem(tx, id);
  // Another process was faster.
  if (!locked || locked.nextReminderAt === null || locked.nextReminderAt > now) return;
  const rules = toRules(locked.rules, services.settings);
  const past = await readPast(tx, id);
  const timers = readTimers(past, rules, now);
  if (timers.appealDueAt && timers.appealDueAt <= now) {
    const late = { kind: 'appealLate', complaint: locked, actorId: null, step: locked.version, at: now } as const;
    await notifyStaff(tx, services, { ...late, inBulk: true });
  }
  const reached = findReached(locked, timers, past, now);
  if (reached.length === 0) {
    const columns = timerColumns({ nextReminderAt: null }, past, rules, now);
    return void (await tx.update(complaint).set(columns).where(eq(complaint.id, id)));
  }
  let [before, events]: [LockedComplaint, readonly PastEvent[]] = [{ ...locked, nextReminderAt: null }, past];
  for (const { timer, level } of reached) {
    // Citizens see it from 100 % on.
    const action = level === 75 ? 'remind' : 'escalate';
    const step = { action, at: now, actorId: null, text: null, data: { timer, level } } as const;
    const { after, event } = await takeSystemStep(tx, services, before, step, events);
    const kind = `${timer}${level < 100 ? 'Due' : level < 200 ? 'Late' : 'VeryLate'}` as const;
    await notifyStaff(tx, services, { ...event, kind, complaint: before, step: event.seq, inBulk: true });
    [before, events] = [{ ...before, ...after, nextReminderAt: null }, [...events, event]];
  }
  const { mdaId, rulesVersion: version } = locked;
  if (version > 0) await applyRules(tx, services, { event: 'timer', complaintId: id, mdaId, version });
}

/** Finds the highest level that each timer reached, unless this cycle has its reminder already. */
export function findReached(
  { cycle }: Pick<LockedComplaint, 'cycle'>,
  timers: Timers,
  past: readonly PastEvent[],
  now: Date,
) {
  const sent = past.filter((event) => event.cycle === cycle && ['remind', 'escalate'].includes(event.action));
  return timerKinds.flatMap((timer) => {
    const until = Math.max(0, ...sent.flatMap(({ data }) => (data?.['timer'] === timer ? Number(data['level']) : [])));
    const level = Math.max(0, ...timers[timer].reminders.filter(({ at }) => at <= now).map((due) => due.level));
    return level > until ? [{ timer, level }] : [];
  });
}

interface DueReminder {
  readonly id: string;
  readonly at: Date;
}

/** Selects complaints whose reminder is due; exported for the test of its plan. */
export function dueRemindersQuery(db: Database, now: Date, after: DueReminder | undefined, limit: number) {
  const place =
    after &&
    sql`(${complaint.nextReminderAt}, ${complaint.id}) > (${sql.param(after.at, complaint.nextReminderAt)}::timestamptz, ${after.id}::uuid)`;
  return db
    .select({ id: complaint.id, at: sql<Date>`${complaint.nextReminderAt}`.mapWith(complaint.nextReminderAt) })
    .from(complaint)
    .where(and(lte(complaint.nextReminderAt, now), place))
    .orderBy(asc(complaint.nextReminderAt), asc(complaint.id))
    .limit(limit);
}
