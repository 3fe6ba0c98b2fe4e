import * as contract from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { and, eq, sql } from 'drizzle-orm';
import { lockCitizenShared } from '../../auth/account.store.ts';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { insertSelect } from '../../db/prepared.ts';
import { complaint, survey } from '../../db/schema/tables.ts';
import { conflict, notFound, stateForbids } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { visibleTo } from '../complaint/read/visibility.ts';
import { recuseMentionedIn } from '../recusal/recuse-mentioned.ts';

/** Stores how a citizen rates a resolution, once. */
export async function takeSurvey(
  services: Services,
  caller: Caller,
  { complaint: complaintId, rating, description }: BodyOf<typeof contract.takeSurvey>,
): Promise<contract.Survey> {
  const createdAt = services.clock.now();
  const outcome = await services.db.transaction(async (tx) => {
    await lockCitizenShared(tx, caller.accountId);
    const stored = await insertSurvey(tx, caller, { complaintId, rating, description, createdAt });
    if (stored?.stored === true) await recuseMentionedIn(tx, services, complaintId, [description]);
    return stored;
  });
  if (!outcome) throw notFound();
  if (outcome.state !== 'resolved') throw stateForbids(contract.allowedActions(outcome.state, caller.role));
  if (!outcome.stored) throw conflict(contract.message.surveyTaken);
  return { rating, description, createdAt: createdAt.toISOString() };
}

type NewSurvey = Omit<typeof survey.$inferInsert, 'cycle' | 'citizenId'>;

/** Stores the survey of the present resolution, at most once. Undefined when the complaint is not the caller's. */
export async function insertSurvey(db: Database, caller: Caller, entry: NewSurvey) {
  const { id, cycle, state } = complaint;
  // The lock keeps a concurrent re-opening out; the row is also needed to recuse staff whom the survey mentions.
  const own = db.$with('own').as(
    db
      .select({ id, cycle, state })
      .from(complaint)
      .where(and(eq(id, entry.complaintId), visibleTo(caller)))
      .for('update'),
  );
  const row = { ...entry, cycle: sql`own.cycle`, citizenId: caller.accountId };
  const stored = db
    .$with('stored', {})
    .as(sql`${insertSelect(survey, row, sql`own where own.state = 'resolved'`)} on conflict do nothing returning 1`);
  const [outcome] = await db
    .with(own, stored)
    .select({ state: own.state, stored: sql<boolean>`exists (select from stored)` })
    .from(own);
  return outcome;
}
