import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { Services } from '../../services.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';
import { lockAccount } from '../account.store.ts';
import { mailStepRefused } from '../mails.ts';

/**
 * Records a wrong MFA code, and mails the owner after several within a week.
 * An attacker who reaches this step knows the password, so tries count across sign-ins, and a right code does not reset them. At most one
 * mail a day.
 */
export async function recordWrongCode(services: Services, accountId: string, request: FastifyRequest): Promise<void> {
  const { rates, clock } = services;
  request.log.info({ actor: accountId, outcome: 'refused' }, 'mfa');
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return;
    const detail = { purpose: 'mfa' };
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
