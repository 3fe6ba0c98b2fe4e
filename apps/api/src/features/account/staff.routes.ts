import {
  createStaff as createStaffEndpoint,
  getStaffMe,
  getUserMda,
  inviteAgain as inviteAgainEndpoint,
  listColleagues,
  listStaff,
  resetMfa as resetMfaEndpoint,
  signOutStaff as signOutStaffEndpoint,
  updateStaff as updateStaffEndpoint,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mustEnrol } from '../../auth/mfa/enrolment.ts';
import { unauthenticated } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as store from '../../auth/account.store.ts';
import { inviteAgain, resetMfa, signOutStaff } from './help-staff.ts';
import { createStaff, requireStaff, updateStaff } from './manage-staff.ts';

/** Mounts the calls for staff accounts: own, colleagues', and all for administrators. */
export function staffRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getStaffMe, async ({ services: own, caller }) => {
    const me = await store.findStaff(own.db, caller.accountId);
    if (!me) throw unauthenticated();
    return { ...me, mustEnrol: mustEnrol(own, caller) };
  });

  mount(app, services, getUserMda, async ({ services: own, caller }) => {
    const me = await store.findStaff(own.db, caller.accountId);
    return me?.mda ?? null;
  });

  mount(app, services, listColleagues, async ({ services: own, caller, query }) => {
    const mdaId = caller.role === 'oversight' ? query.mda : caller.mdaId;
    return mdaId ? store.listColleagues(own.db, mdaId) : [];
  });

  mount(app, services, listStaff, ({ services: own }) => store.listStaff(own.db));

  mount(app, services, createStaffEndpoint, ({ services: own, caller, body, request }) =>
    createStaff(own, caller, body, request),
  );

  mount(app, services, updateStaffEndpoint, ({ services: own, caller, body, request }) =>
    updateStaff(own, caller, body, request),
  );

  mount(app, services, inviteAgainEndpoint, async ({ services: own, params, request }) => {
    await inviteAgain(own, params.id, request);
    return requireStaff(own.db, params.id);
  });

  mount(app, services, signOutStaffEndpoint, async ({ services: own, caller, params, request }) => {
    await signOutStaff(own, caller, params.id, request);
    return requireStaff(own.db, params.id);
  });

  mount(app, services, resetMfaEndpoint, async ({ services: own, caller, params, body, request }) => {
    await resetMfa(own, caller, { ...params, ...body }, request);
    return requireStaff(own.db, params.id);
  });
}
