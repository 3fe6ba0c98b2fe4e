import type { BulkInput, BulkResult } from '@baraza/contract/desk';
import { keepMessage } from '@baraza/contract/keep-message';
import type { Caller } from '../../platform/caller.ts';
import { toAppError } from '../../platform/error-handler.ts';
import { validation } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { actOnComplaint } from './act-on-complaint.ts';
import { requireWords } from './check-act.ts';

/** Takes the same step on several complaints, each in a transaction of its own, one after the other. */
export async function actInBulk(services: Services, caller: Caller, input: BulkInput): Promise<BulkResult[]> {
  const { action, items, text, assignee } = input;
  // What is missing for all of them is said once, before any is touched.
  requireWords({ complaintId: '', action, text, assignee });
  if (new Set(items.map((it) => it.id)).size < items.length) throw validation({ items: keepMessage.namedTwice });
  const results: BulkResult[] = [];
  for (const { id, version } of items) {
    results.push(await actOnOne(services, caller, { complaintId: id, action, text, assignee, version }));
  }
  return results;
}

async function actOnOne(
  services: Services,
  caller: Caller,
  act: Parameters<typeof actOnComplaint>[2],
): Promise<BulkResult> {
  try {
    await actOnComplaint(services, caller, act);
    return { id: act.complaintId, ok: true };
  } catch (error) {
    const { code, message, status } = toAppError(error);
    if (status >= 500) services.log.error({ err: error, complaint: act.complaintId }, 'a step of many failed');
    return { id: act.complaintId, ok: false, error: { code, message } };
  }
}
