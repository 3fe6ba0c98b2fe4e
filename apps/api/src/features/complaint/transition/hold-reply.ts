import { staffMessage } from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import { seal } from '../../../crypto/seal.ts';
import type { Database } from '../../../db/database.ts';
import { conflict, notFound } from '../../../http/errors.ts';
import type { StoredFile } from '../../../files/file.store.ts';
import type { Services } from '../../../services.ts';
import type { TransitionCommand } from '../../../domain/step.ts';

/** How long what citizens will read or hear of can be taken back (ms). */
export const undoMs = 10_000;

/** Content of a held reply or decision, sealed until it is sent. */
export interface HeldReply {
  readonly caller: Caller;
  readonly command: TransitionCommand;
  readonly files: readonly (Omit<StoredFile, 'sha256'> & { readonly sha256: string })[];
}

/** Enqueues an allowed reply or decision for ten seconds; until then it can be undone. */
export async function holdReply(
  tx: Database,
  { jobs, keys, clock }: Services,
  { accountId, role, mdaId, sessionId, language }: Caller,
  { hold, ...command }: TransitionCommand & { readonly hold: string },
  files: readonly StoredFile[],
): Promise<void> {
  // The version tells later what a decision was about. Notes by colleagues in these seconds stop nothing.
  const kept = { ...command, heldAs: hold };
  const held: HeldReply = {
    caller: { accountId, role, mdaId, sessionId, language },
    command: kept,
    files: toHeld(files),
  };
  const payload = {
    officerId: accountId,
    complaintId: command.complaintId,
    sealed: seal(keys.mail, JSON.stringify(held)),
  };
  await jobs.add(tx, 'send-held-reply', payload, { key: hold, runAt: new Date(clock.now().getTime() + undoMs) });
}

/** Converts stored files to JSON. */
export function toHeld(files: readonly StoredFile[]): HeldReply['files'] {
  return files.map((file) => ({ ...file, sha256: file.sha256.toString('hex') }));
}

/** Returns the files of a held reply, as they were stored. */
export function filesOfHeld({ files }: Pick<HeldReply, 'files'>): StoredFile[] {
  return files.map(({ preview, ...file }) => ({
    ...file,
    sha256: Buffer.from(file.sha256, 'hex'),
    preview: preview && Buffer.from(preview),
  }));
}

/** Takes a held reply or decision of the caller back. */
export async function undoReply(services: Services, caller: Caller, complaintId: string, hold: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const held = await services.jobs.remove(tx, 'send-held-reply', hold);
    if (!held) throw conflict(staffMessage.replyGone);
    if (held.officerId !== caller.accountId || held.complaintId !== complaintId) throw notFound();
  });
}
