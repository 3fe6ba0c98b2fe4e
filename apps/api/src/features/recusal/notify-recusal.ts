import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { enqueueMail } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
import type { PastEvent } from '../complaint/history/event.store.ts';
import { listNameable, listOversight, listSupervisors } from './recusal.store.ts';
import type { ComplaintState } from '../complaint/transition/apply-transition.ts';
import {
  deskLink,
  fewLeftMail,
  givenUpMail,
  nobodyLeftMail,
  seenAfterAllMail,
} from '../complaint/transition/staff-emails.ts';

type Told = Pick<LockedComplaint, 'id' | 'trackingId'> &
  Pick<ComplaintState, 'mdaId' | 'offeredToMdaId' | 'recusedStaff'>;

/** How few of the staff of an MDA are left to see a complaint; null where that is nothing to worry about. */
type Few = 'nobody' | 'one' | 'no supervisor' | null;

function fewOf(staff: Awaited<ReturnType<typeof listNameable>>, recusedStaff: readonly string[]): Few {
  const left = staff.filter((it) => !recusedStaff.includes(it.id));
  if (left.length === staff.length) return null;
  if (left.length <= 1) return left.length === 0 ? 'nobody' : 'one';
  return left.some((it) => it.role === 'supervisor') ? null : 'no supervisor';
}

/** Steps by which an MDA comes to be asked, or to have it, and those by which it is back with who had it. */
const hands: ReadonlySet<Action> = new Set(['offerTransfer', 'acceptTransfer', 'decideTransfer']);
const returns: ReadonlySet<Action> = new Set(['declineTransfer', 'withdrawTransfer']);

/**
 * Tells oversight when a complaint is kept from all who work at the MDA that has it, or that is offered it: nobody there would ever open
 * it. And when so few of who has it are left that one of them could bury it. `fresh`: from whom it is kept since just now; whoever is asked
 * anew by `action` is looked at whatever is fresh.
 */
export async function tellIfNobodyIsLeft(
  tx: Database,
  services: Services,
  complaint: Told,
  fresh: readonly string[],
  action?: Action,
): Promise<void> {
  const isMoved = action !== undefined && (hands.has(action) || returns.has(action));
  if (fresh.length === 0 && !isMoved) return;
  const { id, trackingId, mdaId, offeredToMdaId, recusedStaff } = complaint;
  const earlier = recusedStaff.filter((it) => !fresh.includes(it));
  const changeAt = async (office: string): Promise<Few> => {
    const staff = await listNameable(tx, office);
    const now = fewOf(staff, recusedStaff);
    const isAsked = action !== undefined && hands.has(action) && office === (offeredToMdaId ?? mdaId);
    const isBack = action !== undefined && returns.has(action) && now === 'nobody';
    return isAsked || isBack || now !== fewOf(staff, earlier) ? now : null;
  };
  const atHolder = await changeAt(mdaId);
  const atOffered = offeredToMdaId === null ? null : await changeAt(offeredToMdaId);
  const few = atOffered === 'nobody' ? 'nobody' : atHolder;
  if (few === null) return;
  const named = { trackingId, link: deskLink(services.settings.publicUrl, id) };
  const mail = few === 'nobody' ? nobodyLeftMail(named) : fewLeftMail(few, named);
  for (const to of await listOversight(tx, recusedStaff)) await enqueueMail(tx, services, { to, ...mail });
}

interface Keeping {
  readonly action: Action;
  readonly person: string | undefined;
  readonly before: LockedComplaint;
  readonly after: ComplaintState;
  readonly past: readonly PastEvent[];
}

/**
 * Tells supervisors when whoever had a complaint keeps it from themselves, so that it gets somebody else; and oversight when people let
 * somebody see what names them.
 */
export async function notifyRecusal(tx: Database, services: Services, caller: Caller, keeping: Keeping): Promise<void> {
  const { action, person, before, after, past } = keeping;
  const { trackingId, id } = before;
  const named = { trackingId, link: deskLink(services.settings.publicUrl, id) };
  const without = [...after.recusedStaff, caller.accountId];
  if (action === 'recuse' && person === caller.accountId && before.assigneeId === person) {
    const supervisors = await listSupervisors(tx, after.mdaId, without);
    const addresses = supervisors.length > 0 ? supervisors : await listOversight(tx, without);
    for (const to of addresses) await enqueueMail(tx, services, { to, ...givenUpMail(named) });
  }
  if (action === 'liftRecusal' && person !== undefined && isKeptByName(person, past)) {
    for (const to of await listOversight(tx, without))
      await enqueueMail(tx, services, { to, ...seenAfterAllMail(named) });
  }
}

/** Whether it was the system that kept it from somebody, the last time. */
function isKeptByName(person: string, past: readonly PastEvent[]): boolean {
  const last = past.findLast(({ action, data }) => {
    const people = data?.['people'];
    return action === 'recuse' && Array.isArray(people) && (people as string[]).includes(person);
  });
  return last?.actorKind === 'system';
}
