import { unknownMda } from '@baraza/contract';
import { and, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { insertSelect, keepPrepared, oneRow, param, partOf, rowParams, rowValues } from '../../../db/prepared.ts';
import {
  account,
  area,
  category,
  complaint,
  complaintEvent,
  idempotencyKey,
  jurisdiction,
  mailOutbox,
  mda,
} from '../../../db/schema/tables.ts';
import { countUses, type Use } from '../../../limits/quota.store.ts';
import type { OutboxRow } from '../../../mail/outbox.store.ts';
import { staffOf } from '../../reference/staff.store.ts';
import { rulesOf } from '../../reference/sla-target.store.ts';
import type { SealedEvent } from '../record/sealed-event.ts';

export interface References {
  readonly citizenId: string;
  readonly mdaId: string;
  readonly categoryId: string;
  readonly jurisdictionId: string | null;
  readonly areaCode: string | null;
  readonly key: string | null;
}

/** Looks up what a submission refers to and whether its key was used. */
export async function findReferences(db: Database, references: References) {
  const [row] = await referencesStatement(db).execute({ ...references });
  return row;
}

function referencesQuery(db: Database) {
  const options = db
    .select({ one: sql`1` })
    .from(jurisdiction)
    .where(and(eq(jurisdiction.mdaId, mda.id), eq(jurisdiction.active, true)));
  const [citizenId, mdaId, categoryId] = [param('citizenId'), param('mdaId'), param('categoryId')];
  return db
    .select({
      citizenEmail: account.email,
      demo: account.demo,
      mda: {
        name: mda.name,
        rulesVersion: mda.rulesVersion,
        needsJurisdiction: sql<boolean>`${mda.jurisdictionAllowed} and ${exists(options)}`,
      },
      category: { name: category.name },
      jurisdiction: { name: jurisdiction.name },
      area: { name: area.fullName },
      rules: rulesOf({ mdaId: sql`${mdaId}::uuid`, categoryId: sql`${categoryId}::uuid`, since: sql`now()` }),
      staff: staffOf(sql`${mdaId}::uuid`),
      used: { complaintId: idempotencyKey.complaintId, requestDigest: idempotencyKey.requestDigest },
    })
    .from(account)
    .leftJoin(mda, and(eq(mda.id, mdaId), or(eq(mda.active, true), eq(mda.id, unknownMda))))
    .leftJoin(category, and(eq(category.id, categoryId), eq(category.kind, 'complaint'), eq(category.active, true)))
    .leftJoin(
      jurisdiction,
      and(eq(jurisdiction.id, param('jurisdictionId')), eq(jurisdiction.mdaId, mda.id), eq(jurisdiction.active, true)),
    )
    .leftJoin(area, and(eq(area.code, param('areaCode')), eq(area.active, true)))
    .leftJoin(idempotencyKey, and(eq(idempotencyKey.citizenId, citizenId), eq(idempotencyKey.key, param('key'))))
    .where(eq(account.id, citizenId));
}

const referencesStatement = keepPrepared('references', referencesQuery);

export type Found = NonNullable<Awaited<ReturnType<typeof findReferences>>>;

export interface Submission {
  readonly complaint: typeof complaint.$inferInsert;
  readonly event: SealedEvent;
  /** The event by which the system recuses mentioned staff. */
  readonly mention: SealedEvent | undefined;
  readonly key: typeof idempotencyKey.$inferInsert | undefined;
  /** Quotas it counts against; empty for sample data. */
  readonly uses: readonly Use[];
  readonly receipt: OutboxRow;
}

/**
 * Writes a new complaint with event, key, counts and mail in one statement. A parallel request with its key waits, and finds it
 * taken. @throws TrackingIdTaken when nothing was written: then draw another.
 */
export async function insertSubmission(
  db: Database,
  submission: Submission,
  now: Date,
): Promise<'filed' | 'key taken' | 'over quota' | 'no account'> {
  const statement = submissionStatement(db, submission);
  const [done] = await statement.execute(submissionValues(submission, now)).catch(explainTaken);
  if (done?.filed === true) return 'filed';
  if (done?.held !== true) return 'no account';
  return done.allowed ? 'key taken' : 'over quota';
}

const submissionStatement = keepPrepared(
  ({ uses, key, mention }: Submission) =>
    ['submission', uses.length, key && 'keyed', mention && 'mention'].filter(Boolean).join('-'),
  submissionQuery,
);

/** Builds the statement for submissions with the same uses, key and mention. */
function submissionQuery(db: Database, { complaint: row, event, mention, key, uses, receipt }: Submission) {
  const citizenId = param('complaint.citizenId');
  const held = sql<boolean>`exists (select from held)`;
  const useParams = uses.map((_, at) => {
    return { key: sql`${param(`key${at}`)}`, amount: sql`${param(`amount${at}`)}`, max: sql`${param(`max${at}`)}` };
  });
  const counted = uses.length > 0 ? countUses(useParams, sql`${param('now')}`, held) : sql`select 1 where ${held}`;
  const allowed = sql`(select where (select count(*) from counted) = ${sql.raw(String(Math.max(uses.length, 1)))}) as allowed`;
  const keyed = key
    ? sql`${insertSelect(idempotencyKey, rowParams('key', key), allowed)} on conflict do nothing returning 1`
    : sql`select 1 from ${allowed}`;
  const ofCitizen = and(eq(account.id, citizenId), isNull(account.disabledAt));
  const append = (name: string, sealed: SealedEvent) =>
    insertSelect(complaintEvent, rowParams(name, sealed), sql`filed`);
  const parts = {
    held: sql`select from ${account} where ${ofCitizen} for key share`,
    counted,
    keyed,
    filed: sql`${insertSelect(complaint, rowParams('complaint', row), sql`keyed`)} returning 1`,
    appended: append('event', event),
    ...(mention && { mention: append('mention', mention) }),
    mailed: insertSelect(mailOutbox, rowParams('receipt', receipt), sql`filed`),
  };
  return db
    .with(...Object.entries(parts).map(([name, statement]) => partOf(db, name, statement)))
    .select({
      held,
      allowed: sql<boolean>`exists (select from ${allowed})`,
      filed: sql<boolean>`exists (select from filed)`,
    })
    .from(oneRow);
}

/** Values of the placeholders of `submissionQuery`. */
function submissionValues({ complaint: row, event, mention, key, uses, receipt }: Submission, now: Date) {
  return {
    now: now.toISOString(),
    ...rowValues(complaint, 'complaint', row),
    ...rowValues(complaintEvent, 'event', event),
    ...(mention && rowValues(complaintEvent, 'mention', mention)),
    ...(key && rowValues(idempotencyKey, 'key', key)),
    ...rowValues(mailOutbox, 'receipt', receipt),
    ...Object.fromEntries(
      uses.flatMap(({ key: of, amount, max }, at) => [
        [`key${at}`, of],
        [`amount${at}`, amount],
        [`max${at}`, max],
      ]),
    ),
  };
}

/** The tracking id was drawn before. */
export class TrackingIdTaken extends Error {}

/** @throws TrackingIdTaken where that is why an insertion failed */
export function explainTaken(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'constraint' in cause && cause.constraint === 'complaint_tracking_id') {
    throw new TrackingIdTaken();
  }
  throw error;
}
