import { type BulkInput, type BulkResult, staffMessage } from '@baraza/contract';
import { recordRefusal } from '../../../audit/audit-refusals.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import { toAppError } from '../../../http/error-handler.ts';
import { validation } from '../../../http/errors.ts';
import { transitionComplaint } from './transition-complaint.ts';
import { requireWords } from './transition-guards.ts';

/** Takes the same step on several complaints, each in a transaction of its own, one after the other. */
export async function transitionInBulk(doing: RequestActor, input: BulkInput): Promise<BulkResult[]> {
  const { action, items, text, assignee } = input;
  // Something missing for all of them is refused once, before any is changed.
  requireWords({ complaintId: '', action, text, assignee });
  if (new Set(items.map((it) => it.id)).size < items.length) throw validation({ items: staffMessage.namedTwice });
  const results: BulkResult[] = [];
  const refused: Refused[] = [];
  for (const { id, version } of items) {
    results.push(await transitionOne(doing, { complaintId: id, action, text, assignee, version }, refused));
  }
  await recordRefused(doing, refused);
  return results;
}

interface Refused {
  readonly status: number;
  readonly id: string;
}

/**
 * The answer as a whole is a success, so that what is refused of it is recorded here: one entry a complaint, so that it is found
 * from there like any other refusal. Those are at most as many as steps that succeed would leave.
 */
async function recordRefused({ services, request }: RequestActor, refused: readonly Refused[]): Promise<void> {
  for (const { status, id } of refused) await recordRefusal(services, request, status, { kind: 'complaint', id });
}

async function transitionOne(
  { services, caller }: RequestActor,
  command: Parameters<typeof transitionComplaint>[2],
  refused: Refused[],
): Promise<BulkResult> {
  try {
    await transitionComplaint(services, caller, command);
    return { id: command.complaintId, ok: true };
  } catch (error) {
    const { code, message, status } = toAppError(error);
    if (status >= 500) services.log.error({ err: error, complaint: command.complaintId }, 'a step of many failed');
    if (status === 403 || status === 404) refused.push({ status, id: command.complaintId });
    return { id: command.complaintId, ok: false, error: { code, message } };
  }
}
