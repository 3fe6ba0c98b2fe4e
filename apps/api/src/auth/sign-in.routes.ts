import {
  confirmMfa,
  endMfa,
  forgotPassword,
  getMfa,
  login,
  logout,
  register,
  renewRecoveryCodes,
  resendCode,
  resetPassword,
  startMfa,
  submitMfaCode,
  verifyEmail,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../audit/audit.ts';
import { mount } from '../http/mount.ts';
import type { Services } from '../services.ts';
import * as mfa from './mfa/manage-mfa.ts';
import { completeSignIn } from './mfa/sign-in-challenge.ts';
import * as password from './password/new-password.ts';
import { registerCitizen } from './register.ts';
import { endSession } from './session/session.store.ts';
import { signIn } from './sign-in.ts';
import * as email from './verify-email.ts';

/** Mounts registration, sign-in, sign-out, password reset and MFA. */
export function signInRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, register, registerCitizen);
  mount(app, all, verifyEmail, email.verifyEmail);
  mount(app, all, resendCode, email.resendCode);
  mount(app, all, forgotPassword, password.requestReset);
  mount(app, all, resetPassword, password.resetPassword);
  mount(app, all, login, signIn);
  mount(app, all, submitMfaCode, completeSignIn);

  mount(app, all, logout, async ({ services, caller, request, reply }) => {
    await services.db.transaction(async (tx) => {
      const ended = await endSession(tx, caller.accountId, caller.sessionId);
      // After an erasure nothing more is recorded about the account.
      if (ended) await recordAuditEvent(tx, services, request, { action: 'account.signed-out' });
    });
    request.log.info({ actor: caller.accountId, outcome: 'signed out' }, 'sign-out');
    // The cache only: the app empties its own storage, since the other app shares the origin.
    reply.header('clear-site-data', '"cache"');
    return { message: 'You are logged out.' };
  });

  mount(app, all, getMfa, mfa.readMfa);
  mount(app, all, startMfa, mfa.startMfa);
  mount(app, all, confirmMfa, mfa.confirmMfa);
  mount(app, all, renewRecoveryCodes, mfa.renewRecoveryCodes);
  mount(app, all, endMfa, mfa.endMfa);
}
