import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import * as store from '../../../auth/account.store.ts';
import { mustEnrol } from '../../../auth/mfa/mfa.ts';
import { unauthenticated } from '../../../http/errors.ts';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { todayOf } from '../../reference/today.ts';
import * as access from './confirm-access-change.ts';
import * as invitation from './invite.ts';
import { listColleagues } from '../../reference/leave.store.ts';
import * as leave from './leave.ts';
import * as manage from './manage-staff.ts';

/** Mounts the calls for staff accounts: own, colleagues', all for administrators, and those of invited staff. */
export function staffRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.getStaffMe, async ({ services, caller }) => {
    const me = await store.findStaff(services.db, caller.accountId);
    if (!me) throw unauthenticated();
    return { ...me, mustEnrol: mustEnrol(services, caller) };
  });

  mount(app, all, contract.getUserMda, async ({ services, caller }) => {
    const me = await store.findStaff(services.db, caller.accountId);
    return me?.mda ?? null;
  });

  mount(app, all, contract.listColleagues, async ({ services, caller, query }) => {
    const mdaId = caller.role === 'oversight' ? query.mda : caller.mdaId;
    return mdaId ? listColleagues(services.db, mdaId, todayOf(services)) : [];
  });

  mount(app, all, contract.listStaff, manage.listStaff);
  mount(app, all, contract.createStaff, manage.createStaff);
  mount(app, all, contract.updateStaff, manage.updateStaff);
  mount(app, all, contract.inviteAgain, manage.inviteAgain, ({ services, params }) =>
    store.requireStaff(services.db, params.id),
  );
  mount(app, all, contract.signOutStaff, manage.signOutStaff);
  mount(app, all, contract.resetMfa, manage.resetMfa);

  mount(app, all, contract.listAccessChanges, access.listAccessChanges);
  mount(app, all, contract.confirmAccessChange, access.confirmAccessChange);
  mount(app, all, contract.declineAccessChange, access.declineAccessChange);
  mount(app, all, contract.undoAccessChange, access.undoAccessChange);

  mount(app, all, contract.getCover, leave.readCover);
  mount(app, all, contract.setLeave, leave.setLeave);

  mount(app, all, contract.readInvitation, invitation.readInvitation);
  mount(app, all, contract.acceptInvitation, invitation.acceptInvitation);
}
