import { setImmediate } from 'node:timers/promises';
import { and, eq, getTableColumns, inArray, isNotNull, ne, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';
import {
  citizenTexts,
  complaint,
  complaintEvent,
  knownIssue,
  knownIssueComplaint,
  knownIssueUpdate,
  notification,
  recusal,
  survey,
} from '../../../db/schema/tables.ts';
import { lastingData, type SealedEvent } from '../../complaint/record/sealed-event.ts';
import { refreshWords } from '../../complaint/record/searched-words.ts';
import { removeIdentityRequests } from '../../complaint/identity/identity-disclosure.ts';
import { fieldsOf } from '../../reference/custom-field.store.ts';
import { type Erasing, leaveTombstones } from '../../log/tombstone.store.ts';
import { type PersonalData, redactHtml, redactText } from '../../../domain/redact-person.ts';

/** Redacts a person and removes their location from their complaints. Events that name them lose all their words. */
export async function redactComplaints(db: Database, which: SQL, person: PersonalData, erasing: Erasing) {
  const own = db.select({ id: complaint.id }).from(complaint).where(which);
  const hasCallPhone = and(which, isNotNull(complaint.callPhone));
  await db.update(complaint).set({ callPhone: null }).where(hasCallPhone);
  const moved = await db
    .update(complaint)
    .set({ lat: null, lon: null, accuracy: null })
    .where(and(which, isNotNull(complaint.lat)))
    .returning({ id: complaint.id });
  await redactFields(db, which, person);
  await redactRows(db, complaint, ['id'], ['reply'], which, person);
  const restated = await redactRows(db, complaint, ['id'], [...citizenTexts, 'description'], which, person);
  await eraseFilings(db, [...new Set([...moved, ...restated].map(({ id }) => String(id)))], erasing);
  await removeIdentityRequests(db, own);
  await redactEvents(db, own, person, erasing);
  await refreshWords(db, own);
  await redactRows(db, notification, ['id'], ['title', 'body'], inArray(notification.complaintId, own), person);
  const gatheredIn = db
    .select({ id: knownIssueComplaint.knownIssueId })
    .from(knownIssueComplaint)
    .where(inArray(knownIssueComplaint.complaintId, own));
  await redactRows(db, knownIssue, ['id'], ['title', 'text'], inArray(knownIssue.id, gatheredIn), person);
  await redactRows(db, knownIssueUpdate, ['id'], ['text'], inArray(knownIssueUpdate.knownIssueId, gatheredIn), person);
  await redactRows(db, recusal, ['complaintId', 'accountId'], ['reason'], inArray(recusal.complaintId, own), person);
  await redactRows(db, survey, ['complaintId', 'cycle'], ['description'], inArray(survey.complaintId, own), person);
}

/** Removes the personal custom fields, and the person from the others. */
async function redactFields(db: Database, which: SQL, person: PersonalData): Promise<void> {
  const { id, customFields } = complaint;
  const filled = await db
    .select({ id, fields: fieldsOf() })
    .from(complaint)
    .where(and(which, ne(customFields, {})));
  await yielding(filled, async (row) => {
    const kept = row.fields.flatMap(({ id: field, personal, value }) =>
      personal || value === null
        ? []
        : [[field, typeof value === 'string' ? redactText(value, person) : value] as const],
    );
    await db
      .update(complaint)
      .set({ customFields: Object.fromEntries(kept) })
      .where(eq(id, row.id));
  });
}

/** Erases the filing events of redacted complaints, since their digest covers the redacted words. */
async function eraseFilings(db: Database, ids: readonly string[], erasing: Erasing): Promise<void> {
  if (ids.length === 0) return;
  const isFiling = and(inArray(complaintEvent.complaintId, [...ids]), eq(complaintEvent.seq, 1));
  await db.update(complaintEvent).set({ salt: null, data: null }).where(isFiling);
  const filings = ids.map((subject) => ({ subject, seq: 1 }));
  await leaveTombstones(db, 'complaint', filings, erasing);
}

async function redactEvents(db: Database, own: SQLWrapper, person: PersonalData, erasing: Erasing): Promise<void> {
  const { complaintId, seq, text, reason } = complaintEvent;
  const hasWords = and(inArray(complaintId, own), or(isNotNull(text), isNotNull(reason)));
  const rows = await db.select().from(complaintEvent).where(hasWords);
  await yielding(rows as SealedEvent[], async (row) => {
    if (![row.text, row.reason].some((words) => words && redactText(words, person) !== words)) return;
    const data = lastingData(row);
    await db
      .update(complaintEvent)
      .set({ text: null, reason: null, salt: null, data: data && { ...data } })
      .where(and(eq(complaintId, row.complaintId), eq(seq, row.seq)));
    await leaveTombstones(db, 'complaint', [{ subject: row.complaintId, seq: row.seq }], erasing);
  });
}

type Columns<T extends PgTable> = Extract<keyof T['$inferSelect'], string>;

/** Redacts texts in rows of a table and returns the changed rows. A `description` beside a `descriptionText` is HTML. */
export async function redactRows<T extends PgTable>(
  db: Database,
  table: T,
  keys: readonly Columns<T>[],
  texts: readonly Columns<T>[],
  which: SQL,
  person: PersonalData,
): Promise<Record<string, unknown>[]> {
  const target: PgTable = table;
  const changed: Record<string, unknown>[] = [];
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const picked = Object.fromEntries([...keys, ...texts].map((name) => [name, columns[name] as PgColumn]));
  const hasHtml = 'descriptionText' in columns;
  await yielding(await db.select(picked).from(target).where(which), async (row) => {
    const changes = texts.flatMap((name) => {
      const words = row[name] as string | null;
      const rest = words && (hasHtml && name === 'description' ? redactHtml : redactText)(words, person);
      return rest === words ? [] : [[name, rest] as const];
    });
    const same = and(...keys.map((name) => eq(columns[name] as PgColumn, row[name])));
    if (changes.length === 0) return;
    await db.update(target).set(Object.fromEntries(changes)).where(same);
    changed.push(row);
  });
  return changed;
}

/** Visits rows in turn and yields to other requests before each: a thousand rows would otherwise block the server. */
export async function yielding<T>(rows: readonly T[], visit: (row: T) => Promise<unknown>): Promise<void> {
  for (const row of rows) {
    await setImmediate();
    await visit(row);
  }
}
