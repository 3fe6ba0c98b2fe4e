import { message } from '@baraza/contract/core/message';
import type { FastifyReply } from 'fastify';
import { recordAuditEvent } from '../../audit/audit.ts';
import { AppError } from '../../http/errors.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';
import type { Services } from '../../services.ts';
import type { AccountRow } from '../account.store.ts';
import { isNewDevice, trustDevice } from '../device/trusted-device.ts';
import { mailNotice, notices } from '../mails.ts';
import { isProofValid } from '../password/change-password.ts';
import { insertSession, type ProviderProof } from './session.store.ts';

/** Opens a session after a proof of identity. @throws AppError when the account changed since `row` was read. */
export async function openSession(
  services: Services,
  row: AccountRow,
  reply: FastifyReply,
  proof = 'password',
  provider?: ProviderProof,
) {
  const { request } = reply;
  const now = services.clock.now();
  const userAgent = request.headers['user-agent'];
  const token = await services.db.transaction(async (tx) => {
    if (!(await isProofValid(tx, row))) throw new AppError('INVALID_CREDENTIALS', message.credentials);
    await recordAuditEvent(tx, services, request, { action: 'account.signed-in', actor: row, detail: { proof } });
    const isNew = await isNewDevice(tx, services, row, request);
    if (isNew && (await isWithinRate(tx, services.rates.newDeviceMails, ['new device mails', row.id], now)))
      await mailNotice(tx, services, row, notices.newDevice(now));
    await trustDevice(tx, services, row, reply);
    const opened = { accountId: row.id, role: row.role, userAgent, now, lives: services.settings.sessions, provider };
    return insertSession(tx, opened);
  });
  request.log.info({ actor: row.id, role: row.role, proof, outcome: 'signed in' }, 'sign-in');
  return { token };
}
