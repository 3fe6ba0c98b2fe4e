import * as contract from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { eq } from 'drizzle-orm';
import { lockCitizenShared } from '../../../auth/account.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { pick } from '../../../db/pick.ts';
import { complaint, survey } from '../../../db/schema/tables.ts';
import { conflict, notFound, stateForbids } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { visibleTo, within } from '../record/visibility.ts';
import { recuseMentionedIn } from '../recusal/recuse-mentioned.ts';

/** Stores a citizen's rating of a resolution, once. */
export async function takeSurvey(
  services: Services,
  caller: Caller,
  { complaint: complaintId, rating, description }: BodyOf<typeof contract.takeSurvey>,
): Promise<contract.Survey> {
  const createdAt = services.clock.now();
  await services.db.transaction(async (tx) => {
    await lockCitizenShared(tx, caller.accountId);
    // The lock keeps a concurrent re-opening out; the row is also needed to recuse staff whom the survey mentions.
    const [own] = await tx
      .select(pick(complaint, ['cycle', 'state']))
      .from(complaint)
      .where(within(visibleTo(caller), eq(complaint.id, complaintId)))
      .for('update');
    if (!own) throw notFound();
    if (own.state !== 'resolved') throw stateForbids(contract.allowedActions(own.state, caller.role));
    const row = { complaintId, cycle: own.cycle, citizenId: caller.accountId, rating, description, createdAt };
    const stored = await tx.insert(survey).values(row).onConflictDoNothing().returning({ cycle: survey.cycle });
    if (stored.length === 0) throw conflict(contract.message.surveyTaken);
    await services.carryOut(tx, services, await recuseMentionedIn(tx, services, complaintId, [description]));
  });
  return { rating, description, createdAt: createdAt.toISOString() };
}
