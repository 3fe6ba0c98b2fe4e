import * as z from 'zod/mini';
import { CurrentPassword } from './account.ts';
import { endpoint } from '../core/endpoint.ts';
import { anyRole } from '../core/role.ts';

/**
 * For so many minutes after a log-in, and after the password was typed again, nobody is asked for it before what weighs much.
 * Later such a call answers REAUTH_REQUIRED.
 */
export const reauthMinutes = 15;

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/password-again',
  summary: 'Type the password again, before what weighs much',
  access: anyRole,
  body: z.object({ currentPassword: CurrentPassword }),
  reply: undefined,
  status: 204,
});
