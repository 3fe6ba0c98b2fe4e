import * as contract from '@baraza/contract';
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
  mount(app, all, contract.register, registerCitizen);
  mount(app, all, contract.verifyEmail, email.verifyEmail);
  mount(app, all, contract.resendCode, email.resendCode);
  mount(app, all, contract.forgotPassword, password.requestReset);
  mount(app, all, contract.resetPassword, password.resetPassword);
  mount(app, all, contract.login, signIn);
  mount(app, all, contract.submitMfaCode, completeSignIn);

  mount(app, all, contract.logout, async ({ services, caller, request, reply }) => {
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

  mount(app, all, contract.getMfa, mfa.readMfa);
  mount(app, all, contract.startMfa, mfa.startMfa);
  mount(app, all, contract.confirmMfa, mfa.confirmMfa);
  mount(app, all, contract.renewRecoveryCodes, mfa.renewRecoveryCodes);
  mount(app, all, contract.endMfa, mfa.endMfa);
}
