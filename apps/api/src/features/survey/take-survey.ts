import * as contract from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { lockCitizenShared } from '../../auth/account.store.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { conflict, notFound, stateForbids } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { recuseMentionedIn } from '../recusal/recuse-mentioned.ts';
import { insertSurvey } from './survey.store.ts';

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
