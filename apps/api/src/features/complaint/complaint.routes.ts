import {
  answerComplaint,
  countComplaints,
  getComplaint,
  listComplaints,
  reopenComplaint,
  submitComplaint,
  withdrawComplaint,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { transitionComplaint } from './transition/transition-complaint.ts';
import { countComplaintsOf, listComplaintsOf } from './read/complaint.store.ts';
import { showToCitizen } from './read/show-complaint.ts';
import { submitComplaint as submit } from './submit/submit-complaint.ts';

/** What citizens do with their own complaints. */
export function complaintRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, submitComplaint, async ({ body: fields, files: sent, headers, caller }) => {
    const files = [...sent.files, ...sent.audio];
    const id = await submit(services, caller, { fields, files, key: headers['idempotency-key'] });
    return showToCitizen(services, caller, id);
  });

  mount(app, services, listComplaints, ({ query, caller }) => listComplaintsOf(services.db, caller.accountId, query));

  mount(app, services, countComplaints, async ({ caller }) => countComplaintsOf(services.db, caller.accountId));

  mount(app, services, getComplaint, ({ params, caller }) => showToCitizen(services, caller, params.id));

  mount(app, services, reopenComplaint, async ({ body: { id, reason }, caller }) => {
    await transitionComplaint(services, caller, { complaintId: id, action: 'reopen', reason });
    return showToCitizen(services, caller, id);
  });

  mount(app, services, withdrawComplaint, async ({ body: { id, reason }, caller }) => {
    await transitionComplaint(services, caller, { complaintId: id, action: 'withdraw', reason });
    return showToCitizen(services, caller, id);
  });

  mount(app, services, answerComplaint, async ({ body: { id, text }, caller }) => {
    await transitionComplaint(services, caller, { complaintId: id, action: 'answer', text });
    return showToCitizen(services, caller, id);
  });
}
