import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { Services } from '../../services.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';
import { lockAccount } from '../account.store.ts';
import { mailStepRefused } from '../mails.ts';

/**
 * Writes a wrong code of the second step down, and tells the owner of many. Whoever tries codes knows the password, so that
 * they count for the account and over a week, whatever sign-in they belong to, and a right code in between forgets none. The
 * owner hears of it once a day at most.
 */
export async function recordWrongCode(services: Services, accountId: string, request: FastifyRequest): Promise<void> {
  const { rates, clock } = services;
  request.log.info({ actor: accountId, outcome: 'refused' }, 'second step');
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return;
    const detail = { purpose: 'second step' };
    await recordAuditEvent(tx, services, request, {
      action: 'account.code-tried',
      outcome: 'refused',
      actor: account,
      detail,
    });
    if (await isWithinRate(tx, rates.wrongSteps, ['wrong codes', accountId], clock.now())) return;
    if (!(await isWithinRate(tx, rates.wrongStepsTold, ['wrong codes told', accountId], clock.now()))) return;
    await mailStepRefused(tx, services, { to: account.email, name: account.firstName });
  });
}
