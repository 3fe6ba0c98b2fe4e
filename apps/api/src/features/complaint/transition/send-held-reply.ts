import { staffMessage } from '@baraza/contract';
import { and, eq, gte } from 'drizzle-orm';
import { unseal } from '../../../crypto/seal.ts';
import type { Database } from '../../../db/database.ts';
import { complaintEvent } from '../../../db/schema/tables.ts';
import { AppError } from '../../../http/errors.ts';
import type { TaskPayloads } from '../../../jobs/job-types.ts';
import type { Services } from '../../../services.ts';
import type { HeldReply } from './hold-reply.ts';
import { transitionComplaint } from './transition-complaint.ts';

/** Sends a held reply; keeps its words as a note where the complaint has changed so that it cannot be sent. */
export async function sendHeldReply(services: Services, { sealed }: TaskPayloads['send-held-reply']): Promise<void> {
  const held = JSON.parse(unseal(services.keys.mail, sealed)) as HeldReply;
  if (await isSent(services.db, held)) return;
  const { caller, command } = held;
  try {
    await transitionComplaint(services, caller, command);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const text = `${staffMessage.replyNotSent}\n\n${command.text}`;
    await transitionComplaint(services, caller, { complaintId: command.complaintId, action: 'note', text }).catch(
      (refused: unknown) => {
        // Recused, or with another MDA since: it is nothing of theirs any more.
        if (!(refused instanceof AppError)) throw refused;
      },
    );
  }
}

/** Whether a job that was cut off after its work is done again. */
async function isSent(db: Database, { caller, command, heldAt }: HeldReply): Promise<boolean> {
  const { complaintId, actorId, action, text, at } = complaintEvent;
  const same = and(
    eq(complaintId, command.complaintId),
    eq(actorId, caller.accountId),
    eq(action, command.action),
    eq(text, command.text ?? ''),
    gte(at, new Date(heldAt)),
  );
  return (await db.$count(complaintEvent, same)) > 0;
}
