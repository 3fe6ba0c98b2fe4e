import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { transitionOnce } from './transition/transition-once.ts';
import { transitionComplaint } from './transition/transition-complaint.ts';
import { countComplaintsOf, listComplaintsOf } from './read/complaint.store.ts';
import { showToCitizen } from './read/show-complaint.ts';
import { submitComplaint as submit } from './submit/submit-complaint.ts';

/** What citizens do with their own complaints. */
export function complaintRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, contract.submitComplaint, async ({ body: fields, files: sent, headers, caller }) => {
    const files = [...sent.files, ...sent.audio];
    return submit(services, caller, { fields, files, key: headers['idempotency-key'] });
  });

  mount(app, services, contract.listComplaints, ({ query, caller }) =>
    listComplaintsOf(services.db, caller.accountId, query),
  );

  mount(app, services, contract.countComplaints, async ({ caller }) =>
    countComplaintsOf(services.db, caller.accountId),
  );

  mount(app, services, contract.getComplaint, ({ params, caller }) => showToCitizen(services, caller, params.id));

  mount(
    app,
    services,
    contract.reopenComplaint,
    async ({ body: { id, reason }, files: { files }, headers, caller }) => {
      const key = headers['idempotency-key'];
      await transitionOnce(services, caller, { complaintId: id, action: 'reopen', reason }, { files, key });
      return showToCitizen(services, caller, id);
    },
  );

  mount(app, services, contract.withdrawComplaint, async ({ body: { id, reason }, caller }) => {
    await transitionComplaint(services, caller, { complaintId: id, action: 'withdraw', reason });
    return showToCitizen(services, caller, id);
  });

  mount(app, services, contract.confirmResolution, async ({ body: { id, solved }, caller }) => {
    const action = solved ? 'confirmResolution' : 'revokeConfirmation';
    await transitionComplaint(services, caller, { complaintId: id, action });
    return showToCitizen(services, caller, id);
  });

  mount(app, services, contract.appealComplaint, async ({ body: { id, reason }, caller }) => {
    await transitionComplaint(services, caller, { complaintId: id, action: 'appeal', reason });
    return showToCitizen(services, caller, id);
  });

  mount(app, services, contract.answerComplaint, async ({ body: { id, text }, files: { files }, headers, caller }) => {
    const key = headers['idempotency-key'];
    await transitionOnce(services, caller, { complaintId: id, action: 'answer', text }, { files, key });
    return showToCitizen(services, caller, id);
  });

  mount(app, services, contract.addEvidence, async ({ body: { id, text }, files: { files }, headers, caller }) => {
    const key = headers['idempotency-key'];
    await transitionOnce(services, caller, { complaintId: id, action: 'addEvidence', text }, { files, key });
    return showToCitizen(services, caller, id);
  });
}
