import { and, eq, getTableColumns, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { complaint, complaintEvent, notification, survey } from '../../db/schema/tables.ts';
import { yielding } from './yielding.ts';
import { type ChainedEvent, lastingData } from '../complaint/history/event-chain.ts';
import { removeIdentityRequests } from '../identity-disclosure/identity-disclosure.store.ts';
import { htmlWithoutPerson, type PersonalData, withoutPerson } from './redact-person.ts';

export { type PersonalData, withoutPerson };

/**
 * Takes a person out of complaints they sent: what names them in words. An event whose words named them loses all its
 * words, since its digest covers them as one. What happened stays, what else the step carried (days, MDAs) with it where the hash
 * covers that, and so does the chain.
 */
export async function takePersonOutOfComplaints(db: Database, which: SQL, person: PersonalData): Promise<void> {
  const { id, title, description, descriptionText, location, reply } = complaint;
  const columns = { id, title, description, descriptionText, location, reply };
  await yielding(await db.select(columns).from(complaint).where(which), async (row) => {
    const change = changed(row, person);
    if (change) await db.update(complaint).set(change).where(eq(complaint.id, row.id));
  });
  const own = idsOf(db, which);
  await removeIdentityRequests(db, own);
  await eraseEventWords(db, own, person);
  await takeOutOfNotifications(db, own, person);
  const surveys = await db.select().from(survey).where(inArray(survey.complaintId, own));
  await yielding(surveys, ({ complaintId, cycle, description: words }) => {
    const same = and(eq(survey.complaintId, complaintId), eq(survey.cycle, cycle));
    return db
      .update(survey)
      .set({ description: withoutPerson(words, person) })
      .where(same);
  });
}

/** The ids of these complaints, as a part of a query. */
function idsOf(db: Database, which: SQL) {
  return db.select({ id: complaint.id }).from(complaint).where(which);
}
type Complaints = ReturnType<typeof idsOf>;

async function eraseEventWords(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { complaintId, seq, text, reason } = complaintEvent;
  const rows = await db
    .select(getTableColumns(complaintEvent))
    .from(complaintEvent)
    .where(and(inArray(complaintId, own), or(isNotNull(text), isNotNull(reason))));
  await yielding(rows as ChainedEvent[], async (row) => {
    if (!changed({ text: row.text, reason: row.reason }, person)) return;
    const data = lastingData(row);
    await db
      .update(complaintEvent)
      .set({ text: null, reason: null, salt: null, data: data && { ...data } })
      .where(and(eq(complaintId, row.complaintId), eq(seq, row.seq)));
  });
}

async function takeOutOfNotifications(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { id, title, body } = notification;
  const rows = await db.select({ id, title, body }).from(notification).where(inArray(notification.complaintId, own));
  await yielding(rows, async (row) => {
    const change = changed(row, person);
    if (change) await db.update(notification).set(change).where(eq(id, row.id));
  });
}

/** The texts of a row without the person, so far as that makes a difference. A `description` is HTML. */
export function changed<T extends Record<string, string | null>>(row: T, person: PersonalData): Partial<T> | undefined {
  const pairs = Object.entries(row).flatMap(([name, value]) => {
    const without = name === 'description' ? htmlWithoutPerson : withoutPerson;
    const rest = name === 'id' || value === null ? value : without(value, person);
    return rest === value ? [] : [[name, rest] as const];
  });
  return pairs.length === 0 ? undefined : (Object.fromEntries(pairs) as Partial<T>);
}
