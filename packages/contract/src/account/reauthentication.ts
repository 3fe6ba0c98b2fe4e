import { TypedPassword } from './account-fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { anyRole } from '../core/role.ts';

/** Minutes after a log-in or a typed password without asking again. Later, an action that weighs much answers REAUTH_REQUIRED. */
export const reauthMinutes = 15;

export const confirmPassword = endpoint({
  route: 'POST /password-again',
  summary: 'Type the password again, before what weighs much',
  access: anyRole,
  body: TypedPassword,
  reply: undefined,
});
