import { emailTopics } from '@baraza/contract';
import { and, asc, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isWithinDays } from '../../../db/within-days.ts';
import { account, complaint, notification, officerRecord } from '../../../db/schema/tables.ts';
import { dayOf, startOfDay } from '../../../domain/working-days.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Services } from '../../../services.ts';
import { inSpan, isCounted, isOpen, type ReportSpan } from './report.store.ts';

const hour = 3_600_000;
const morning = 7;

/** Mails who reads reports what happened last week, each once, however often it runs. */
export async function sendSummaries(services: Services): Promise<void> {
  const { db, log } = services;
  const monday = lastMonday(services);
  const on = daysBefore(monday, 0);
  const isWanted = sql`coalesce(${account.mailTimes} ->> 'summary', ${emailTopics.summary}) <> 'never'`;
  const readers = await db
    .select({ id: account.id, email: account.email, mdaId: account.mdaId })
    .from(account)
    .where(
      and(
        inArray(account.role, ['supervisor', 'oversight']),
        isNull(account.disabledAt),
        isWanted,
        lt(account.createdAt, monday.at),
        isDue(on),
      ),
    )
    .orderBy(asc(account.id));
  for (const { id, email, mdaId } of readers) {
    const span = { readerId: id, mdaId, from: daysBefore(monday, 7), to: daysBefore(monday, 1) };
    try {
      await db.transaction((tx) => sendSummary(tx, services, { email, on, span }));
    } catch (error) {
      // One failure must not hold up the others.
      log.error({ err: error, account: id }, 'The weekly summary for a member of staff could not be written.');
    }
  }
}

const isDue = (on: string) => or(isNull(account.summaryOn), lt(account.summaryOn, on));

interface Summary {
  readonly email: string;
  readonly on: string;
  readonly span: ReportSpan;
}

async function sendSummary(tx: Database, services: Services, { email, on, span }: Summary): Promise<void> {
  const { readerId, from, to } = span;
  const isReader = and(sql`${account.id} = ${readerId}`, isDue(on));
  const { rowCount } = await tx.update(account).set({ summaryOn: on }).where(isReader);
  const { received, resolved, late, bursts, oldest } = await countWeek(tx, span);
  if (rowCount === 0 || (received + resolved + late === 0 && !oldest)) return;
  const desk = `${services.settings.publicUrl}/desk`;
  const list = (filters: string) => `${desk}/complaint/received?${filters}`;
  const days = `${from}..${to}`;
  await enqueueMail(tx, services, {
    to: email,
    subject: `Last week: ${received} received, ${resolved} resolved, ${late} became late`,
    text: [
      `From ${from} to ${to}:`,
      `Received: ${received}\n${list(`filed=${days}`)}`,
      `Resolved: ${resolved}\n${list(`record=resolved:any:${days}`)}`,
      `Became late: ${late}\n${list(`record=late:any:${days}`)}`,
      ...(oldest
        ? [`Open for the longest time: ${oldest.trackingId}, since ${oldest.day}\n${desk}/complaint/open/${oldest.id}`]
        : []),
      ...(bursts > 0 ? [`Far more of one kind than usual: ${bursts} times\n${desk}/known-issue`] : []),
      `The report: ${desk}/report?from=${from}&to=${to}`,
      'You can switch this mail off at the desk, under Email notifications.',
    ].join('\n\n'),
  });
}

interface Week extends Record<'received' | 'resolved' | 'late' | 'bursts', number> {
  readonly oldest: { readonly id: string; readonly trackingId: string; readonly day: string } | null;
}

async function countWeek(db: Database, span: ReportSpan): Promise<Week> {
  const { readerId, mdaId, from, to } = span;
  const ofMda = mdaId === null ? sql`true` : sql`c.mda_id = ${mdaId}`;
  const onRecord = (kind: string) => sql`(select count(distinct c.id)::int from ${officerRecord} w
    join ${complaint} c on c.id = w.complaint_id and c.mda_id = w.mda_id
    where w.kind = ${kind} and ${isWithinDays(sql`w.at`, from, to)} and ${ofMda} and ${isCounted(readerId)})`;
  const { rows } = await db.execute<Week & Record<string, unknown>>(sql`select
    (select count(*)::int from ${complaint} c where ${inSpan(span)}) as received,
    ${onRecord('resolved')} as resolved, ${onRecord('late')} as late,
    (select count(*)::int from ${notification} n where n.account_id = ${readerId} and n.kind = 'burst'
      and ${isWithinDays(sql`n.created_at`, from, to)}) as bursts,
    (select json_build_object('id', c.id, 'trackingId', c.tracking_id, 'day', (c.submitted_at at time zone 'UTC')::date)
      from ${complaint} c where ${ofMda} and ${isOpen} and ${isCounted(readerId)} order by c.submitted_at, c.id limit 1) as oldest`);
  return rows[0]!;
}

interface Monday {
  readonly day: number;
  readonly at: Date;
}

/** Returns the last Monday whose morning has come. */
function lastMonday({ clock, settings: { timeZone } }: Services): Monday {
  const now = clock.now();
  const today = dayOf(timeZone, now);
  // 1970-01-01 was a Thursday.
  const day = today - ((today + 3) % 7);
  const at = (of: number) => new Date(startOfDay(timeZone, of).getTime() + morning * hour);
  return at(day) <= now ? { day, at: at(day) } : { day: day - 7, at: at(day - 7) };
}

const daysBefore = ({ day }: Monday, days: number) => new Date((day - days) * 24 * hour).toISOString().slice(0, 10);
