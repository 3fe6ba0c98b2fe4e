import { and, eq, getTableColumns, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { complaint, complaintEvent, notification, recusal, survey } from '../../db/schema/tables.ts';
import { type ChainedEvent, lastingData } from '../complaint/history/event-chain.ts';
import { removeIdentityRequests } from '../identity-disclosure/identity-disclosure.store.ts';
import { type PersonalData, redactHtml, redactText } from './redact-person.ts';
import { setImmediate } from 'node:timers/promises';

/**
 * Redacts a person in complaints they sent. An event whose words named them loses all its words, since its digest covers them as
 * one. What happened stays, what else the step carried (days, MDAs) with it where the hash covers that, and so does the chain.
 */
export async function redactComplaints(db: Database, which: SQL, person: PersonalData): Promise<void> {
  const { id, title, description, descriptionText, location, reply } = complaint;
  const columns = { id, title, description, descriptionText, location, reply };
  await yielding(await db.select(columns).from(complaint).where(which), async (row) => {
    const change = redactedColumns(row, person);
    if (change) await db.update(complaint).set(change).where(eq(complaint.id, row.id));
  });
  const own = idsOf(db, which);
  await removeIdentityRequests(db, own);
  await redactEvents(db, own, person);
  await redactNotifications(db, own, person);
  await redactRecusals(db, own, person);
  await redactSurveys(db, own, person);
}

/** Selects the ids of these complaints, for use as a subquery. */
function idsOf(db: Database, which: SQL) {
  return db.select({ id: complaint.id }).from(complaint).where(which);
}
type Complaints = ReturnType<typeof idsOf>;

async function redactEvents(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { complaintId, seq, text, reason } = complaintEvent;
  const rows = await db
    .select(getTableColumns(complaintEvent))
    .from(complaintEvent)
    .where(and(inArray(complaintId, own), or(isNotNull(text), isNotNull(reason))));
  await yielding(rows as ChainedEvent[], async (row) => {
    if (!redactedColumns({ text: row.text, reason: row.reason }, person)) return;
    const data = lastingData(row);
    await db
      .update(complaintEvent)
      .set({ text: null, reason: null, salt: null, data: data && { ...data } })
      .where(and(eq(complaintId, row.complaintId), eq(seq, row.seq)));
  });
}

async function redactNotifications(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { id, title, body } = notification;
  const rows = await db.select({ id, title, body }).from(notification).where(inArray(notification.complaintId, own));
  await yielding(rows, async (row) => {
    const change = redactedColumns(row, person);
    if (change) await db.update(notification).set(change).where(eq(id, row.id));
  });
}

async function redactRecusals(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { complaintId, accountId, reason } = recusal;
  const rows = await db
    .select({ complaintId, accountId, reason })
    .from(recusal)
    .where(and(inArray(complaintId, own), isNotNull(reason)));
  await yielding(rows, async (row) => {
    const change = redactedColumns({ reason: row.reason }, person);
    const same = and(eq(complaintId, row.complaintId), eq(accountId, row.accountId));
    if (change) await db.update(recusal).set(change).where(same);
  });
}

async function redactSurveys(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { complaintId, cycle, description } = survey;
  const rows = await db.select({ complaintId, cycle, description }).from(survey).where(inArray(complaintId, own));
  await yielding(rows, async (row) => {
    // Unlike the description of a complaint it is plain text.
    const rest = redactText(row.description, person);
    const same = and(eq(complaintId, row.complaintId), eq(cycle, row.cycle));
    if (rest !== row.description) await db.update(survey).set({ description: rest }).where(same);
  });
}

/** The columns of a row that change by redaction; undefined where none does. A `description` is HTML. */
export function redactedColumns<T extends Record<string, string | null>>(
  row: T,
  person: PersonalData,
): Partial<T> | undefined {
  const pairs = Object.entries(row).flatMap(([name, value]) => {
    const redact = name === 'description' ? redactHtml : redactText;
    const rest = name === 'id' || value === null ? value : redact(value, person);
    return rest === value ? [] : [[name, rest] as const];
  });
  return pairs.length === 0 ? undefined : (Object.fromEntries(pairs) as Partial<T>);
}

/** Visits rows in turn and yields to other requests before each: a thousand rows would otherwise block the server. */
export async function yielding<T>(rows: readonly T[], visit: (row: T) => Promise<unknown>): Promise<void> {
  for (const row of rows) {
    await setImmediate();
    await visit(row);
  }
}
