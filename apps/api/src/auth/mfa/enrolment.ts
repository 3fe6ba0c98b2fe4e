import type { Endpoint } from '@baraza/contract/core/endpoint';
import { staffMessage } from '@baraza/contract/account/staff-message';
import type { Caller } from '../session/caller.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

/** Whether the caller has to set up MFA first. */
export function mustEnrol({ settings }: Services, caller: Pick<Caller, 'role' | 'mfa'>): boolean {
  return settings.staffTotp === 'required' && caller.role !== 'citizen' && !caller.mfa;
}

/** Refuses calls without `allowWithoutMfa` until MFA is set up. */
export function requireEnrolment(services: Services, endpoint: Endpoint, caller: Caller): void {
  if (endpoint.access === 'public' || endpoint.allowWithoutMfa || !mustEnrol(services, caller)) return;
  throw new AppError('TOTP_REQUIRED', staffMessage.totpRequired);
}
