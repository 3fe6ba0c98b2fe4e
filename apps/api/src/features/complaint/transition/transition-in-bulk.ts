import { type BulkInput, type BulkResult, staffMessage } from '@baraza/contract';
import { recordRefusal } from '../../../audit/audit-refusals.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import { toAppError } from '../../../http/error-handler.ts';
import { validation } from '../../../http/errors.ts';
import { transitionComplaint } from './transition-complaint.ts';
import { requireWords } from './transition-guards.ts';

/** Takes the same step on several complaints, each in its own transaction. */
export async function transitionInBulk(actor: RequestActor, input: BulkInput): Promise<BulkResult[]> {
  const { items, ...step } = input;
  // What is missing for all of them is refused before any is changed.
  requireWords({ complaintId: '', ...step });
  if (new Set(items.map(({ id }) => id)).size < items.length) throw validation({ items: staffMessage.namedTwice });
  const results: BulkResult[] = [];
  for (const { id, version } of items) {
    results.push(await transitionOne(actor, { ...step, complaintId: id, version }));
  }
  return results;
}

async function transitionOne(
  { services, caller, request }: RequestActor,
  command: Parameters<typeof transitionComplaint>[2],
): Promise<BulkResult> {
  const id = command.complaintId;
  try {
    await transitionComplaint(services, caller, command);
    return { id, ok: true };
  } catch (error) {
    const { code, message, status } = toAppError(error);
    if (status >= 500) services.log.error({ err: error, complaint: id }, 'a step of many failed');
    // The request as a whole succeeds, so that its refusals are recorded here, one for each complaint.
    if (status === 403 || status === 404) await recordRefusal(services, request, status, { kind: 'complaint', id });
    return { id, ok: false, error: { code, message } };
  }
}
