import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { insertSelect } from '../../../db/insert-select.ts';
import { oneRow, partOf } from '../../../db/prepared.ts';
import { account, category, complaint, idempotencyKey, jurisdiction, mda } from '../../../db/schema/tables.ts';
import { countUses, type Use } from '../../../limits/quota.store.ts';
import { rulesOf } from '../../sla/sla-target.store.ts';
import { addToCounter } from './monthly-stats.store.ts';
import { appendEvent } from '../history/event.store.ts';
import type { ChainedEvent } from '../history/event-chain.ts';
import { staffOf } from '../../recusal/recusal.store.ts';

export interface References {
  readonly citizenId: string;
  readonly mdaId: string;
  readonly categoryId: string;
  readonly jurisdictionId: string | undefined;
  readonly key: string | undefined;
}

/** Looks up what a submission refers to, and whether its key was used before, in one query. */
export async function findReferences(db: Database, given: References) {
  const { jurisdictionId, key } = given;
  const name = `references-${jurisdictionId === undefined ? '' : 'jurisdiction-'}${key === undefined ? 'plain' : 'keyed'}`;
  const [found] = await referencesQuery(db, given).prepare(name).execute();
  return found;
}

/** The query of `findReferences`, exported for benchmarks. */
export function referencesQuery(db: Database, { citizenId, mdaId, categoryId, jurisdictionId, key }: References) {
  const options = db
    .select({ one: sql`1` })
    .from(jurisdiction)
    .where(and(eq(jurisdiction.mdaId, mda.id), eq(jurisdiction.active, true)));
  return db
    .select({
      citizenEmail: account.email,
      demo: account.demo,
      mda: { name: mda.name, needsJurisdiction: sql<boolean>`${mda.jurisdictionAllowed} and ${exists(options)}` },
      category: { name: category.name },
      jurisdiction: { name: jurisdiction.name },
      rules: rulesOf({ mdaId: sql`${mdaId}::uuid`, categoryId: sql`${categoryId}::uuid`, since: sql`now()` }),
      staff: staffOf(sql`${mdaId}::uuid`),
      used: { complaintId: idempotencyKey.complaintId, requestDigest: idempotencyKey.requestDigest },
    })
    .from(account)
    .leftJoin(mda, and(eq(mda.id, mdaId), eq(mda.active, true)))
    .leftJoin(category, and(eq(category.id, categoryId), eq(category.kind, 'complaint'), eq(category.active, true)))
    .leftJoin(
      jurisdiction,
      given(jurisdictionId, (id) =>
        and(eq(jurisdiction.id, id), eq(jurisdiction.mdaId, mda.id), eq(jurisdiction.active, true)),
      ),
    )
    .leftJoin(
      idempotencyKey,
      given(key, (it) => and(eq(idempotencyKey.citizenId, citizenId), eq(idempotencyKey.key, it))),
    )
    .where(eq(account.id, citizenId));
}

export type Found = NonNullable<Awaited<ReturnType<typeof findReferences>>>;

function given(value: string | undefined, condition: (value: string) => SQL | undefined): SQL | undefined {
  return value === undefined ? sql`false` : condition(value);
}

export interface Submission {
  readonly complaint: typeof complaint.$inferInsert;
  readonly event: ChainedEvent;
  /** The event by which the system recuses mentioned staff. */
  readonly mention: ChainedEvent | undefined;
  readonly key: { readonly key: string; readonly requestDigest: Buffer } | undefined;
  /** What it counts against; empty where nothing is counted. */
  readonly uses: readonly Use[];
  /** Statement that enqueues the receipt mail for each row of `filed`. */
  readonly enqueueReceipt: (filed: SQL) => SQL;
}

/**
 * Writes a new complaint with its first event, its key, its counts and its mail in one statement, which is a transaction of its own
 * unless one is under way: all of it, or nothing. A parallel request with the same key waits here until the first one has
 * committed, and then finds the key taken; only its uses are counted then, to be taken back. It holds the
 * account first, as the reference of the complaint does anyway: while that is being erased it waits, and then writes nothing.
 * @throws TrackingIdTaken when nothing was written: then draw another.
 */
export async function insertSubmission(
  db: Database,
  submission: Submission,
  now: Date,
): Promise<'filed' | 'key taken' | 'over quota' | 'no account'> {
  const { uses, key, mention } = submission;
  const name = ['submission', uses.length, key && 'keyed', mention && 'mention'].filter(Boolean).join('-');
  const [done] = await submissionQuery(db, submission, now).prepare(name).execute().catch(explainTaken);
  if (done?.filed === true) return 'filed';
  if (done?.held !== true) return 'no account';
  return done.allowed ? 'key taken' : 'over quota';
}

/** The statement of `insertSubmission`, exported for benchmarks. */
export function submissionQuery(
  db: Database,
  { complaint: row, event, mention, key, uses, enqueueReceipt }: Submission,
  now: Date,
) {
  const { citizenId, id: complaintId, mdaId, submittedAt } = row;
  const held = sql<boolean>`exists (select from held)`;
  const counted = uses.length > 0 ? countUses(uses, now, held) : sql`select 1 where ${held}`;
  const allowed = sql`(select where (select count(*) from counted) = ${Math.max(uses.length, 1)}::int) as allowed`;
  const keyed = key
    ? sql`${insertSelect(idempotencyKey, { ...key, citizenId, complaintId, createdAt: submittedAt }, allowed)}
        on conflict do nothing returning 1`
    : sql`select 1 from ${allowed}`;
  const ofCitizen = and(eq(account.id, citizenId), isNull(account.disabledAt));
  const parts = {
    held: sql`select from ${account} where ${ofCitizen} for key share`,
    counted,
    keyed,
    filed: sql`${insertSelect(complaint, row, sql`keyed`)} returning 1`,
    appended: appendEvent(event, sql`filed`),
    ...(mention && { mention: appendEvent(mention, sql`filed`) }),
    added: addToCounter({ mdaId, submittedAt, total: 1, resolved: 0 }, sql`filed`),
    mailed: enqueueReceipt(sql`filed`),
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

/** The tracking id was drawn before. */
export class TrackingIdTaken extends Error {}

function explainTaken(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'constraint' in cause && cause.constraint === 'complaint_tracking_id') {
    throw new TrackingIdTaken();
  }
  throw error;
}
