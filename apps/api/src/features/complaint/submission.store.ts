import { and, eq, exists, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { insertSelect } from '../../db/insert-select.ts';
import { account, category, complaint, idempotencyKey, jurisdiction, mda } from '../../db/tables.ts';
import { rulesOf } from '../clock/target.store.ts';
import { addToCounter } from './counter.store.ts';
import { appendEvent } from './event.store.ts';
import type { ChainedEvent } from './event-chain.ts';

export interface References {
  readonly citizenId: string;
  readonly mdaId: string;
  readonly categoryId: string;
  readonly jurisdictionId: string | undefined;
  readonly key: string | undefined;
}

/** Looks up whatever a submission names, and whether its key was used before, in one query. */
export async function findReferences(db: Database, { citizenId, mdaId, categoryId, jurisdictionId, key }: References) {
  const options = db
    .select({ one: sql`1` })
    .from(jurisdiction)
    .where(and(eq(jurisdiction.mdaId, mda.id), eq(jurisdiction.active, true)));
  const [found] = await db
    .select({
      citizenEmail: account.email,
      demo: account.demo,
      mda: { name: mda.name, needsJurisdiction: sql<boolean>`${mda.jurisdictionAllowed} and ${exists(options)}` },
      category: { name: category.name },
      jurisdiction: { name: jurisdiction.name },
      rules: rulesOf({ mdaId: sql`${mdaId}::uuid`, categoryId: sql`${categoryId}::uuid`, since: sql`now()` }),
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
  return found;
}

export type Found = NonNullable<Awaited<ReturnType<typeof findReferences>>>;

function given(value: string | undefined, condition: (value: string) => SQL | undefined): SQL | undefined {
  return value === undefined ? sql`false` : condition(value);
}

/** The complaint that a key of this citizen led to before. */
export async function findKey(db: Database, citizenId: string, key: string) {
  const [used] = await db
    .select({ complaintId: idempotencyKey.complaintId, requestDigest: idempotencyKey.requestDigest })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.citizenId, citizenId), eq(idempotencyKey.key, key)));
  return used;
}

export interface Submission {
  readonly complaint: typeof complaint.$inferInsert;
  readonly event: ChainedEvent;
  readonly key: { readonly key: string; readonly requestDigest: Buffer } | undefined;
}

/**
 * Writes a new complaint with its first event, its key and its count in one statement. A parallel request with the same
 * key waits here until the first one has committed, and then finds the key taken. Nothing is to be kept of the
 * transaction unless it answers `filed`.
 */
export async function insertSubmission(
  db: Database,
  submission: Submission,
): Promise<'filed' | 'key taken' | 'tracking id taken'> {
  const { complaint: row, event, key } = submission;
  const { citizenId, id: complaintId, mdaId, submittedAt } = row;
  const keyed = key
    ? sql`${insertSelect(idempotencyKey, { ...key, citizenId, complaintId, createdAt: submittedAt })}
        on conflict do nothing returning 1`
    : sql`select 1`;
  const { rows } = await db.execute<{ keyed: boolean; filed: boolean }>(sql`
    with keyed as (${keyed}),
    filed as (${insertSelect(complaint, row, sql`keyed`)} on conflict (tracking_id) do nothing returning 1),
    appended as (${appendEvent(event, sql`filed`)}),
    counted as (${addToCounter({ mdaId, submittedAt, total: 1, resolved: 0 }, sql`filed`)})
    select exists (select from keyed) as keyed, exists (select from filed) as filed`);
  if (rows[0]?.filed) return 'filed';
  return rows[0]?.keyed ? 'tracking id taken' : 'key taken';
}

/** Forgets keys of that time: nobody sends the same request again. */
export async function forgetKeys(db: Database, before: Date): Promise<void> {
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
}
