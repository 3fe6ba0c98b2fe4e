import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isAllowed, nextState, type State } from '@baraza/contract';
import { recordAudit } from '../../../audit/audit.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { presentCaller } from '../../../auth/session/present-caller.ts';
import { servicesFor } from '../../../auth/session/request-actor.ts';
import { unseal } from '../../../crypto/seal.ts';
import type { Effect } from '../../../domain/effects.ts';
import { createTempFiles, type ReceivedFile } from '../../../files/temp-files.ts';
import { toAppError } from '../../../http/error-handler.ts';
import { forbidden } from '../../../http/errors.ts';
import type { TaskPayloads } from '../../../jobs/job-types.ts';
import type { Services } from '../../../services.ts';
import { filesOfHeld } from '../transition/hold-reply.ts';
import { transitionComplaint } from '../transition/transition-complaint.ts';
import { finishRun, listWaiting, settleItem } from './bulk-run.store.ts';
import type { BulkOrder } from './start-bulk-run.ts';

/** Complaints per job: other jobs come between, and a stopping server waits for few. */
const portion = 20;

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

/** Takes the step of a run on the next complaints, as its person may now. */
export async function runBulk(services: Services, { runId, sealed }: TaskPayloads['run-bulk']): Promise<void> {
  const { db, jobs, clock, keys } = services;
  const order = JSON.parse(unseal(keys.mail, sealed)) as BulkOrder;
  const waiting = await listWaiting(db, runId, portion);
  const last = waiting.at(-1);
  if (!last) return finishRun(db, runId, clock.now());
  await using tempFiles = createTempFiles(services.settings.dataDir);
  const files: ReceivedFile[] = [];
  for (const file of filesOfHeld(order)) {
    const stored = await services.files.open(file.storageKey);
    if (!stored) throw new Error('The file store lost a file of a run.');
    const tempPath = tempFiles.newPath();
    await pipeline(stored.stream, createWriteStream(tempPath, { mode: 0o600 }));
    files.push({ ...file, tempPath });
  }
  for (const item of waiting) {
    const caller = await presentCaller(db, order.caller).catch(() => undefined);
    // A disabled account acts no more: the rest stays as it was.
    if (!caller) return finishRun(db, runId, clock.now());
    await takeOne(services, caller, order, { ...item, runId, files });
  }
  const next = { key: `${runId}:${last.position}`, runAt: clock.now() };
  await jobs.add(db, 'run-bulk', { runId, sealed }, next);
}

async function takeOne(
  services: Services,
  caller: Caller,
  { step, isOfMany }: BulkOrder,
  item: Waiting & { readonly runId: string; readonly files: readonly ReceivedFile[] },
): Promise<void> {
  const { complaintId, version, state, position: turn } = item;
  const starts = state !== null && isStartedFirst(step.action, state, caller.role);
  try {
    await transitionComplaint(
      servicesFor(caller, isOfMany ? markedAsBulk(services) : services),
      caller,
      { ...step, complaintId, version, turn },
      {
        files: item.files,
        starts,
        claim: async (tx) => {
          if (!(await settleItem(tx, item, { done: true }))) throw forbidden();
        },
      },
    );
  } catch (error) {
    const { message, status } = toAppError(error);
    if (status >= 500) services.log.error({ err: error, complaint: complaintId }, 'a step of many failed');
    const isNews = await settleItem(services.db, item, { done: false, error: message });
    if (isNews && (status === 403 || status === 404)) await recordRefusedStep(services, caller, complaintId, status);
  }
}

/** Whether a complaint has to be started before this action. */
function isStartedFirst(action: BulkOrder['step']['action'], state: State, role: Caller['role']): boolean {
  const mayTake = (from: State) => isAllowed(action, from, role);
  return !mayTake(state) && isAllowed('start', state, role) && mayTake(nextState('start', state));
}

/** Mails each of the staff once about all steps of a run. */
function markedAsBulk(services: Services): Services {
  const { carryOut } = services;
  const mark = (effect: Effect): Effect => (effect.effect === 'notifyStaff' ? { ...effect, inBulk: true } : effect);
  return { ...services, carryOut: (tx, all, effects) => carryOut(tx, all, effects.map(mark)) };
}

/** Records a refusal under its complaint. */
async function recordRefusedStep(services: Services, caller: Caller, id: string, status: number): Promise<void> {
  const { accountId: actorId, role: actorRole, mdaId } = caller;
  const detail = { method: 'POST', route: '/api/desk/bulk-run', status };
  const object = { kind: 'complaint', id };
  const at = services.clock.now();
  await recordAudit(services.db, {
    at,
    actorId,
    actorRole,
    mdaId,
    action: 'access.denied',
    outcome: 'refused',
    object,
    detail,
  });
}
