import {
  forgotPassword,
  login,
  logout,
  register,
  resendCode as resendCodeEndpoint,
  resetPassword as resetPasswordEndpoint,
  verifyEmail as verifyEmailEndpoint,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../audit/audit-event.ts';
import { mount } from '../http/mount.ts';
import type { Services } from '../services.ts';
import { endSession } from './session/session.store.ts';
import { registerCitizen } from './register.ts';
import { requestReset, resetPassword } from './password/reset-password.ts';
import { signIn } from './sign-in.ts';
import { resendCode, verifyEmail } from './verify-email.ts';

/** Mounts registration, sign-in, sign-out and password reset. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, register, async ({ body, files, request, reply }) => {
    await registerCitizen(services, body, files.file, request, reply);
    return { message: 'Registration successful. We have sent you a code by email.' };
  });

  mount(app, services, verifyEmailEndpoint, ({ body, request, reply }) => verifyEmail(services, body, request, reply));

  mount(app, services, resendCodeEndpoint, async ({ body, request }) => {
    await resendCode(services, body.email, request);
    return { message: 'If this email waits to be confirmed, a new code is on its way.' };
  });

  mount(app, services, login, ({ body, request, reply }) => signIn(services, body, request, reply));

  mount(app, services, logout, async ({ services: own, caller, request, reply }) => {
    await own.db.transaction(async (tx) => {
      const ended = await endSession(tx, caller.accountId, caller.sessionId);
      // After an erasure nothing more is recorded about the account.
      if (ended) await recordAuditEvent(tx, own, request, { action: 'account.signed-out' });
    });
    request.log.info({ actor: caller.accountId, outcome: 'signed out' }, 'sign-out');
    // The cache only: the app empties its own storage, since the other app shares the origin.
    reply.header('clear-site-data', '"cache"');
    return { message: 'You are logged out.' };
  });

  mount(app, services, forgotPassword, async ({ body, request, reply }) => {
    await requestReset(services, body, request, reply);
    return { message: 'If there is an account with this email, a code is on its way.' };
  });

  mount(app, services, resetPasswordEndpoint, async ({ body, request, reply }) => {
    await resetPassword(services, body, request, reply);
    return { message: 'Your new password is set. Please log in with it.' };
  });
}
