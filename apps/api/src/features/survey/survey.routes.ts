import { allowedActions, message, takeSurvey } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { conflict, forbidden, notFound, stateForbids } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { lockCitizenShared } from '../../auth/account.store.ts';
import { recuseMentionedIn } from '../recusal/recuse-mentioned.ts';
import { insertSurvey } from './survey.store.ts';

/** The satisfaction survey, once for each resolution. */
export function surveyRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, takeSurvey, async ({ body, caller }) => {
    const { complaint: complaintId, rating, description, initiator } = body;
    if (initiator !== undefined && initiator !== caller.accountId) throw forbidden();
    const createdAt = services.clock.now();
    const outcome = await services.db.transaction(async (tx) => {
      await lockCitizenShared(tx, caller.accountId);
      const stored = await insertSurvey(tx, caller, { complaintId, rating, description, createdAt });
      if (stored?.stored === true) await recuseMentionedIn(tx, services, complaintId, [description]);
      return stored;
    });
    if (!outcome) throw notFound();
    if (outcome.state !== 'resolved') throw stateForbids(allowedActions(outcome.state, caller.role));
    if (!outcome.stored) throw conflict(message.surveyTaken);
    return { rating, description, createdAt: createdAt.toISOString() };
  });
}
