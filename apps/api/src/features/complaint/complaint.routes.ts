import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import type { ReceivedFile } from '../../files/temp-files.ts';
import { mount } from '../../http/mount.ts';
import { languageOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import type { TransitionCommand } from '../../domain/step.ts';
import { findBaseNames } from '../reference/base-names.ts';
import { transitionOnce } from './transition/transition-once.ts';
import { countComplaintsOf, listComplaintsOf } from './read/complaint.store.ts';
import { showToCitizen } from './read/show-complaint.ts';
import { submitComplaint as submit } from './submit/submit-complaint.ts';

/** Mounts the calls by which citizens read complaints and take steps. */
export function complaintRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, contract.submitComplaint, async ({ body: fields, files: sent, headers, caller }) => {
    const files = [...sent.files, ...sent.audio];
    return submit(services, caller, { fields, files, key: headers['idempotency-key'] });
  });

  mount(app, services, contract.listComplaints, async ({ query, caller, request }) => {
    const named = await findBaseNames(services.reads, languageOf(request), query.q);
    return listComplaintsOf(services.reads, caller.accountId, query, named);
  });

  mount(app, services, contract.countComplaints, ({ caller }) => countComplaintsOf(services.reads, caller.accountId));

  mount(app, services, contract.getComplaint, ({ params, caller }) => showToCitizen(services, caller, params.id));

  const takeStep = async (
    caller: Caller,
    command: TransitionCommand,
    sent: { readonly files: readonly ReceivedFile[]; readonly key: string | undefined } = { files: [], key: undefined },
  ) => {
    await transitionOnce(services, caller, command, sent);
    return showToCitizen(services, caller, command.complaintId);
  };

  mount(app, services, contract.reopenComplaint, ({ body: { id, reason }, files: { files }, headers, caller }) =>
    takeStep(caller, { complaintId: id, action: 'reopen', reason }, { files, key: headers['idempotency-key'] }),
  );

  mount(app, services, contract.withdrawComplaint, ({ body: { id, reason }, caller }) =>
    takeStep(caller, { complaintId: id, action: 'withdraw', reason }),
  );

  mount(app, services, contract.confirmResolution, ({ body: { id, solved }, caller }) =>
    takeStep(caller, { complaintId: id, action: solved ? 'confirmResolution' : 'revokeConfirmation' }),
  );

  mount(app, services, contract.appealComplaint, ({ body: { id, reason }, caller }) =>
    takeStep(caller, { complaintId: id, action: 'appeal', reason }),
  );

  mount(app, services, contract.answerComplaint, ({ body: { id, text }, files: { files }, headers, caller }) =>
    takeStep(caller, { complaintId: id, action: 'answer', text }, { files, key: headers['idempotency-key'] }),
  );

  mount(app, services, contract.addEvidence, ({ body: { id, text }, files: { files }, headers, caller }) =>
    takeStep(caller, { complaintId: id, action: 'addEvidence', text }, { files, key: headers['idempotency-key'] }),
  );
}
