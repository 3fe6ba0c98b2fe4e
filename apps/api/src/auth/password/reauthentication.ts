import type { Endpoint } from '@baraza/contract/core/endpoint';
import { staffMessage } from '@baraza/contract/account/staff-message';
import { reauthMinutes } from '@baraza/contract/account/reauthentication';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../session/caller.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

const asked = new WeakSet<FastifyRequest>();

/**
 * Before what weighs much people show that it is still them: a session that was left open, or taken, is not enough.
 * @throws AppError REAUTH_REQUIRED when the password was typed too long ago.
 */
export function requireConfirmation(
  { clock }: Services,
  endpoint: Endpoint,
  { reauthenticatedAt }: Caller,
  request: FastifyRequest,
): void {
  if (!endpoint.confirmed) return;
  const since = clock.now().getTime() - reauthMinutes * 60_000;
  if (reauthenticatedAt && reauthenticatedAt.getTime() > since) return;
  asked.add(request);
  throw new AppError('REAUTH_REQUIRED', staffMessage.passwordAgain);
}

/** Whether a request was answered with the question for the password: no refusal of what somebody may do. */
export function wasAskedForPassword(request: FastifyRequest): boolean {
  return asked.has(request);
}
