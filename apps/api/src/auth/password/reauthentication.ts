import { type Endpoint, staffMessage, reauthMinutes } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../session/caller.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

const refused = new WeakSet<FastifyRequest>();

/** Requires a recently typed password for sensitive calls, against open or stolen sessions. */
export function requireConfirmation(
  { clock }: Services,
  endpoint: Endpoint,
  { reauthenticatedAt }: Caller,
  request: FastifyRequest,
): void {
  if (!endpoint.reauthRequired) return;
  const since = clock.now().getTime() - reauthMinutes * 60_000;
  if (reauthenticatedAt && reauthenticatedAt.getTime() > since) return;
  refused.add(request);
  throw new AppError('REAUTH_REQUIRED', staffMessage.passwordAgain);
}

/** Whether the response was REAUTH_REQUIRED, which is no refusal of access. */
export function wasAskedForPassword(request: FastifyRequest): boolean {
  return refused.has(request);
}
