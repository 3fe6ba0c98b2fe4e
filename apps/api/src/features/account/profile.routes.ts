import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent, recordAuditEventAlone } from '../../audit/audit.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { notFound, unauthenticated } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { endSession, sessionsOf } from '../../auth/session/session.store.ts';
import { findAccountById, toUser, updateAccount } from '../../auth/account.store.ts';
import { changePassword } from '../../auth/password/new-password.ts';
import { requireCurrentPassword } from '../../auth/password/current-password.store.ts';
import { updateProfile } from './update-profile.ts';

/** Mounts the calls for the caller's own account. */
export function profileRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, contract.getUser, ({ services: own, caller }) => ownAccount(own, caller));
  mount(app, services, contract.getUserInfo, ({ services: own, caller }) => ownAccount(own, caller));

  mount(app, services, contract.updateProfile, updateProfile);
  mount(app, services, contract.updatePassword, changePassword);
  mount(app, services, contract.chooseLanguage, ({ services: { db }, caller, body }) =>
    updateAccount(db, caller.accountId, { language: body.language }),
  );

  mount(app, services, contract.confirmPassword, async ({ services: own, caller, body, request }) => {
    await requireCurrentPassword(own, caller, body.currentPassword, request);
    await recordAuditEventAlone(own.db, own, request, { action: 'account.password-asked' });
  });

  mount(app, services, contract.listSessions, async ({ services: { db, clock, settings }, caller }) => {
    const sessions = await sessionsOf(db, caller.accountId, clock.now(), settings.sessions);
    return sessions.map(({ caller: { sessionId }, createdAt, lastUsedAt, userAgent }) => ({
      id: sessionId,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      userAgent,
      current: sessionId === caller.sessionId,
    }));
  });

  mount(app, services, contract.endSession, async ({ services: own, caller, params, request }) => {
    await own.db.transaction(async (tx) => {
      if (!(await endSession(tx, caller.accountId, params.id))) throw notFound();
      await recordAuditEvent(tx, own, request, { action: 'account.session-ended' });
    });
  });
}

async function ownAccount(services: Services, caller: Caller) {
  const row = await findAccountById(services.db, caller.accountId);
  if (!row) throw unauthenticated();
  return toUser(row, services, caller);
}
