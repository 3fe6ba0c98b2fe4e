import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { enqueueMail, type Mail } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
import { listOversight, listStaffOf, listSupervisors } from './recusal.store.ts';
import type { ComplaintState } from '../complaint/transition/apply-transition.ts';
import {
  deskLink,
  fewEligibleMail,
  givenUpMail,
  mentionedStaffMail,
  noEligibleStaffMail,
} from '../complaint/transition/staff-emails.ts';

type RecusedComplaint = Pick<LockedComplaint, 'id' | 'trackingId'> &
  Pick<ComplaintState, 'mdaId' | 'offeredToMdaId' | 'recusedStaff'>;

/** How few staff of an MDA may still see a complaint; null where enough do, or nobody of them is recused. */
type Shortage = 'nobody' | 'one' | 'no supervisor' | null;

function shortageOf(staff: Awaited<ReturnType<typeof listStaffOf>>, recusedStaff: readonly string[]): Shortage {
  const eligible = staff.filter(({ id }) => !recusedStaff.includes(id));
  if (eligible.length === staff.length) return null;
  if (eligible.length <= 1) return eligible.length === 0 ? 'nobody' : 'one';
  return eligible.some(({ role }) => role === 'supervisor') ? null : 'no supervisor';
}

/** Actions by which an MDA is asked for a complaint or gets it, and those that return it to the MDA that had it. */
const handsOver: ReadonlySet<Action> = new Set(['offerTransfer', 'acceptTransfer', 'decideTransfer']);
const returns: ReadonlySet<Action> = new Set(['declineTransfer', 'withdrawTransfer']);

/**
 * Mails oversight when nobody of the MDA that has a complaint, or is offered it, may see it; also when so few of the MDA that has it
 * are left that one person could bury it. `fresh`: who was recused just now.
 */
export async function notifyFewEligible(
  tx: Database,
  services: Services,
  complaint: RecusedComplaint,
  fresh: readonly string[],
  action?: Action,
): Promise<void> {
  const isMoved = action !== undefined && (handsOver.has(action) || returns.has(action));
  if (fresh.length === 0 && !isMoved) return;
  const { mdaId, offeredToMdaId, recusedStaff } = complaint;
  const earlier = recusedStaff.filter((id) => !fresh.includes(id));
  const newShortageAt = async (office: string): Promise<Shortage> => {
    const staff = await listStaffOf(tx, office);
    const shortage = shortageOf(staff, recusedStaff);
    const isAsked = action !== undefined && handsOver.has(action) && office === (offeredToMdaId ?? mdaId);
    const isBack = action !== undefined && returns.has(action) && shortage === 'nobody';
    return isAsked || isBack || shortage !== shortageOf(staff, earlier) ? shortage : null;
  };
  const atHolder = await newShortageAt(mdaId);
  const atOffered = offeredToMdaId === null ? null : await newShortageAt(offeredToMdaId);
  const shortage = atOffered === 'nobody' ? 'nobody' : atHolder;
  if (shortage === null) return;
  const named = namedIn(services, complaint);
  const mail = shortage === 'nobody' ? noEligibleStaffMail(named) : fewEligibleMail(shortage, named);
  await enqueueAll(tx, services, await listOversight(tx, recusedStaff), mail);
}

/** Mails those who decide whether a complaint is about the staff it mentions: supervisors, or oversight where none may see it. */
export async function notifyMention(tx: Database, services: Services, complaint: RecusedComplaint): Promise<void> {
  await notifySupervisors(tx, services, complaint, mentionedStaffMail);
}

/** Mails supervisors, or else oversight, when the assignee recused themselves, so that somebody else gets the complaint. */
export async function notifyGivenUp(
  tx: Database,
  services: Services,
  caller: Caller,
  { before, after }: { readonly before: LockedComplaint; readonly after: ComplaintState },
): Promise<void> {
  const hasGivenUp = before.assigneeId === caller.accountId && after.recusedStaff.includes(caller.accountId);
  if (hasGivenUp) await notifySupervisors(tx, services, { ...before, ...after }, givenUpMail);
}

async function notifySupervisors(
  tx: Database,
  services: Services,
  complaint: RecusedComplaint,
  mailOf: typeof givenUpMail,
): Promise<void> {
  const supervisors = await listSupervisors(tx, complaint.mdaId, complaint.recusedStaff);
  const to = supervisors.length > 0 ? supervisors : await listOversight(tx, complaint.recusedStaff);
  await enqueueAll(tx, services, to, mailOf(namedIn(services, complaint)));
}

const namedIn = ({ settings }: Services, { id, trackingId }: RecusedComplaint) => ({
  trackingId,
  link: deskLink(settings.publicUrl, id),
});

async function enqueueAll(
  tx: Database,
  services: Services,
  addresses: readonly string[],
  mail: Pick<Mail, 'subject' | 'text'>,
): Promise<void> {
  for (const to of addresses) await enqueueMail(tx, services, { to, ...mail });
}
