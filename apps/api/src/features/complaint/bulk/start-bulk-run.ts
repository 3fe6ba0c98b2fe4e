import {
  type BulkRun,
  type endBulkRun,
  message,
  staffMessage,
  type startBulkRun,
  transitionOf,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import { mdaOf } from '../../../auth/session/request-actor.ts';
import { seal } from '../../../crypto/seal.ts';
import type { Database } from '../../../db/database.ts';
import { bulkRun, bulkRunItem } from '../../../db/schema/tables.ts';
import { requireComplete } from '../../../domain/allowed-actions.ts';
import type { TransitionCommand } from '../../../domain/step.ts';
import { type StoredFile, withStoredFiles } from '../../../files/file.store.ts';
import { conflict, notFound, validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { type HeldReply, toHeld, undoMs } from '../transition/hold-reply.ts';
import { lockRun, showRun } from './bulk-run.store.ts';

/** The step that a run takes, and the person who asked for it. */
export interface BulkOrder {
  readonly caller: Caller;
  readonly step: Omit<TransitionCommand, 'complaintId' | 'version'>;
  readonly isOfMany: boolean;
  /** Stored once; each complaint gets a copy. */
  readonly files: HeldReply['files'];
}

/** Starts an action on many complaints, once for each id; the server takes it in the background. */
export async function beginBulkRun(context: Context<typeof startBulkRun>): Promise<BulkRun> {
  const { services, caller, body, files: sent } = context;
  const { id, items, ...step } = body;
  const { visibility, files: takesFiles } = transitionOf(step.action);
  if (sent.files.length > 0 && !takesFiles) throw validation({ files: message.invalid });
  // Input that is missing for all of them is refused before any is changed.
  for (const asked of [step, ...(step.also ?? [])]) requireComplete({ complaintId: '', ...asked }, 0);
  const ids = items.map((item) => item.id);
  if (new Set(ids).size < ids.length) throw validation({ items: staffMessage.namedTwice });
  const { clock, jobs, keys } = services;
  const delay = visibility === 'public' ? undoMs : 0;
  const beginsAt = new Date(clock.now().getTime() + delay);
  const begin = async (tx: Database, stored: readonly StoredFile[]) => {
    const earlier = await lockRun(tx, caller.accountId);
    if (earlier?.id === id) return;
    if (earlier && !earlier.finishedAt) throw conflict(staffMessage.runUnderWay);
    if (earlier) await tx.delete(bulkRun).where(eq(bulkRun.id, earlier.id));
    const rows = items.map((item, position) => ({
      runId: id,
      mdaId: mdaOf(caller),
      complaintId: item.id,
      version: item.version,
      position,
    }));
    const { accountId, role, mdaId, sessionId, language } = caller;
    const order: BulkOrder = {
      caller: { accountId, role, mdaId, sessionId, language },
      step,
      isOfMany: items.length > 1,
      files: toHeld(stored),
    };
    const begun = await tx
      .insert(bulkRun)
      .values({ id, accountId, action: step.action, beginsAt })
      .onConflictDoNothing()
      .returning({ id: bulkRun.id });
    if (begun.length === 0) {
      // Another request began one at the same time: this one's twin, or another.
      if ((await lockRun(tx, accountId))?.id === id) return;
      throw conflict(staffMessage.runUnderWay);
    }
    await tx.insert(bulkRunItem).values(rows);
    const payload = { runId: id, sealed: seal(keys.mail, JSON.stringify(order)) };
    await jobs.add(tx, 'run-bulk', payload, { key: id, runAt: beginsAt });
  };
  await withStoredFiles(services, sent.files, (stored) => services.db.transaction((tx) => begin(tx, stored)));
  const run = await showRun(services.db, caller, clock.now());
  if (!run) throw notFound();
  return run;
}

/** Ends the caller's run: takes it back, stops it, or puts it away. */
export async function stopBulkRun({ services, caller, params }: Context<typeof endBulkRun>): Promise<void> {
  const now = services.clock.now();
  await services.db.transaction(async (tx) => {
    const run = await lockRun(tx, caller.accountId);
    if (run?.id !== params.id) throw notFound();
    if (run.finishedAt || run.beginsAt > now) await tx.delete(bulkRun).where(eq(bulkRun.id, run.id));
    else await tx.update(bulkRun).set({ stoppedAt: now }).where(eq(bulkRun.id, run.id));
  });
}
