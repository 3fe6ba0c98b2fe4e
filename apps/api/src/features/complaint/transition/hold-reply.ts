import { staffMessage } from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import { seal } from '../../../crypto/seal.ts';
import type { Database } from '../../../db/database.ts';
import { conflict, notFound } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import type { TransitionCommand } from './transition-command.ts';

const undoMs = 10_000;

/** What waits, sealed, until it is sent. */
export interface HeldReply {
  readonly caller: Caller;
  readonly command: TransitionCommand;
  readonly heldAt: string;
}

/**
 * Holds an allowed reply as a job for ten seconds. Until then it is not in the complaint, so that it can be taken back unseen; it
 * goes out even when its tab is closed.
 */
export async function holdReply(
  tx: Database,
  { jobs, keys, clock }: Services,
  { accountId, role, mdaId, sessionId }: Caller,
  { hold, ...command }: TransitionCommand & { readonly hold: string },
): Promise<void> {
  const now = clock.now();
  // By then its state alone decides: what colleagues note in these seconds does not stop it.
  const unversioned = { ...command, version: undefined };
  const held: HeldReply = {
    caller: { accountId, role, mdaId, sessionId },
    command: unversioned,
    heldAt: now.toISOString(),
  };
  const payload = {
    officerId: accountId,
    complaintId: command.complaintId,
    sealed: seal(keys.mail, JSON.stringify(held)),
  };
  await jobs.add(tx, 'send-held-reply', payload, { key: hold, runAt: new Date(now.getTime() + undoMs) });
}

/** Takes a held reply of the caller back. */
export async function undoReply(services: Services, caller: Caller, complaintId: string, hold: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const held = await services.jobs.remove(tx, 'send-held-reply', hold);
    if (!held) throw conflict(staffMessage.replyGone);
    if (held.officerId !== caller.accountId || held.complaintId !== complaintId) throw notFound();
  });
}
