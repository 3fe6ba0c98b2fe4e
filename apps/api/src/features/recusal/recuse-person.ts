import { isOpen } from '@baraza/contract/complaint/lifecycle';
import type { Services } from '../../services.ts';
import { lockForSystem, lockPair } from '../complaint/transition/transition.store.ts';
import { recuseMentionable } from './recuse-mentioned.ts';
import { findLikelyNaming, findWorking, listWorking } from './recusal.store.ts';

/**
 * Looks through what was there before somebody: for everybody who works at an MDA, every night. Most of it was looked through when
 * it was said; what is left are complaints from before there was such a thing, and those that a server of such a version took in.
 */
export async function recuseFromStaff({ db, jobs }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    for (const accountId of await listWorking(tx)) await jobs.add(tx, 'keep-from-person', { accountId });
  });
}

/**
 * Keeps the open complaints of an MDA, and those offered to it, from somebody of its staff who is named in them and whom nobody let see
 * them. Each is a transaction of its own; those that are done are not looked at when it is done again.
 */
export async function recusePerson(services: Services, { accountId }: { readonly accountId: string }): Promise<void> {
  const person = await findWorking(services.db, accountId);
  if (!person) return;
  const failed: unknown[] = [];
  for (const id of await findLikelyNaming(services.db, person)) {
    await keepOne(services, id, accountId).catch((error: unknown) => {
      // One that cannot be read must not keep the others waiting.
      services.log.error({ err: error, complaint: id }, 'A complaint could not be looked through for a name.');
      failed.push(error);
    });
  }
  // Then it is tried again.
  if (failed.length > 0) throw failed[0];
}

async function keepOne(services: Services, id: string, accountId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    // Waits for whoever has it: it is not to be passed by.
    await lockPair(tx, id, id);
    const complaint = await lockForSystem(tx, id);
    const person = await findWorking(tx, accountId);
    if (!complaint || !person || !isOpen(complaint.state)) return;
    if (![complaint.mdaId, complaint.offeredToMdaId].includes(person.mdaId)) return;
    await recuseMentionable(tx, services, complaint, person);
  });
}
