import { and, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { complaint, complaintEvent, notification, survey } from '../../db/tables.ts';
import { type PersonalData, withoutPerson } from './without-person.ts';

export { type PersonalData, withoutPerson };

/**
 * Takes a person out of complaints they sent: what names them in words. An event whose words named them loses all its
 * words, since its digest covers them as one. What happened stays, what else the step carried (days, MDAs) with it, and so
 * does the chain.
 */
export async function takePersonOutOfComplaints(db: Database, which: SQL, person: PersonalData): Promise<void> {
  const { id, title, description, descriptionText, location, reply } = complaint;
  const columns = { id, title, description, descriptionText, location, reply };
  for (const row of await db.select(columns).from(complaint).where(which)) {
    const change = changed(row, person);
    if (change) await db.update(complaint).set(change).where(eq(complaint.id, row.id));
  }
  const own = idsOf(db, which);
  await eraseEventWords(db, own, person);
  await takeOutOfNotifications(db, own, person);
  const surveys = await db.select().from(survey).where(inArray(survey.complaintId, own));
  for (const { complaintId, cycle, description: words } of surveys) {
    const same = and(eq(survey.complaintId, complaintId), eq(survey.cycle, cycle));
    await db
      .update(survey)
      .set({ description: withoutPerson(words, person) })
      .where(same);
  }
}

/** The ids of these complaints, as a part of a query. */
function idsOf(db: Database, which: SQL) {
  return db.select({ id: complaint.id }).from(complaint).where(which);
}
type Complaints = ReturnType<typeof idsOf>;

async function eraseEventWords(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { complaintId, seq, text, reason } = complaintEvent;
  const rows = await db
    .select({ complaintId, seq, text, reason })
    .from(complaintEvent)
    .where(and(inArray(complaintId, own), or(isNotNull(text), isNotNull(reason))));
  for (const row of rows) {
    if (!changed({ text: row.text, reason: row.reason }, person)) continue;
    await db
      .update(complaintEvent)
      .set({ text: null, reason: null, salt: null })
      .where(and(eq(complaintId, row.complaintId), eq(seq, row.seq)));
  }
}

async function takeOutOfNotifications(db: Database, own: Complaints, person: PersonalData): Promise<void> {
  const { id, title, body } = notification;
  for (const row of await db
    .select({ id, title, body })
    .from(notification)
    .where(inArray(notification.complaintId, own))) {
    const change = changed(row, person);
    if (change) await db.update(notification).set(change).where(eq(id, row.id));
  }
}

/** The texts of a row without the person, so far as that makes a difference. */
export function changed<T extends Record<string, string | null>>(row: T, person: PersonalData): Partial<T> | undefined {
  const pairs = Object.entries(row).flatMap(([name, value]) => {
    const rest = name === 'id' || value === null ? value : withoutPerson(value, person);
    return rest === value ? [] : [[name, rest] as const];
  });
  return pairs.length === 0 ? undefined : (Object.fromEntries(pairs) as Partial<T>);
}
