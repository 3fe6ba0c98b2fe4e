import {
  acceptInvitation,
  confirmStaff,
  createStaff,
  declineStaff,
  getCover,
  getStaffMe,
  getUserMda,
  inviteAgain,
  listColleagues,
  listStaff,
  readInvitation,
  resetMfa,
  setLeave,
  signOutStaff,
  updateStaff,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import * as store from '../../auth/account.store.ts';
import { mustEnrol } from '../../auth/mfa/mfa.ts';
import { unauthenticated } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { todayOf } from '../sla/today.ts';
import * as confirmation from './confirm-staff.ts';
import * as invitation from './invite.ts';
import * as leave from './leave.ts';
import * as leaves from './leave.store.ts';
import * as manage from './manage-staff.ts';

/** Mounts the calls for staff accounts: own, colleagues', all for administrators, and those of invited staff. */
export function staffRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, getStaffMe, async ({ services, caller }) => {
    const me = await store.findStaff(services.db, caller.accountId);
    if (!me) throw unauthenticated();
    return { ...me, mustEnrol: mustEnrol(services, caller) };
  });

  mount(app, all, getUserMda, async ({ services, caller }) => {
    const me = await store.findStaff(services.db, caller.accountId);
    return me?.mda ?? null;
  });

  mount(app, all, listColleagues, async ({ services, caller, query }) => {
    const mdaId = caller.role === 'oversight' ? query.mda : caller.mdaId;
    return mdaId ? leaves.listColleagues(services.db, mdaId, todayOf(services)) : [];
  });

  mount(app, all, listStaff, ({ services }) => store.listStaff(services.db));
  mount(app, all, createStaff, manage.createStaff);
  mount(app, all, updateStaff, manage.updateStaff);
  mount(app, all, inviteAgain, manage.inviteAgain);
  mount(app, all, signOutStaff, manage.signOutStaff);
  mount(app, all, resetMfa, manage.resetMfa);
  mount(app, all, confirmStaff, confirmation.confirmStaff);
  mount(app, all, declineStaff, confirmation.declineStaff);

  mount(app, all, getCover, leave.readCover);
  mount(app, all, setLeave, leave.setLeave);

  mount(app, all, readInvitation, invitation.readInvitation);
  mount(app, all, acceptInvitation, invitation.acceptInvitation);
}
