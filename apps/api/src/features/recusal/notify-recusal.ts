import type { Database } from '../../db/database.ts';
import type { Caller } from '../../auth/session/caller.ts';
import type { Services } from '../../services.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
import { listOversight, listStaffOf, listSupervisors, listWithoutEligibleStaff } from './recusal.store.ts';
import type { ComplaintState } from '../complaint/transition/apply-transition.ts';
import {
  fewEligibleEmail,
  givenUpEmail,
  mailStaff,
  mentionedStaffEmail,
  noEligibleStaffEmail,
} from '../complaint/transition/staff-emails.ts';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';

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

/**
 * Mails oversight when nobody, or one person alone, may handle a complaint. It looks at the MDA that is offered the complaint,
 * or else has it. `before`: the complaint before the step; undefined for a new one.
 */
export async function notifyFewEligible(
  tx: Database,
  services: Services,
  before: RecusedComplaint | undefined,
  after: RecusedComplaint,
): Promise<void> {
  const office = officeOf(after);
  const hasSameOffice = before !== undefined && officeOf(before) === office;
  if (hasSameOffice && after.recusedStaff.length <= before.recusedStaff.length) return;
  const staff = await listStaffOf(tx, office);
  const shortage = shortageOf(staff, after.recusedStaff);
  if (shortage === null || (hasSameOffice && shortageOf(staff, before.recusedStaff) === shortage)) return;
  const email = shortage === 'nobody' ? noEligibleStaffEmail : fewEligibleEmail(shortage);
  await mailStaff(tx, services, await listOversight(tx, after.recusedStaff), after, email);
}

const officeOf = ({ offeredToMdaId, mdaId }: RecusedComplaint) => offeredToMdaId ?? mdaId;

/** Mails those who decide whether a complaint is about the staff it mentions: supervisors, or oversight where none may see it. */
export async function notifyMention(tx: Database, services: Services, complaint: RecusedComplaint): Promise<void> {
  await notifySupervisors(tx, services, complaint, mentionedStaffEmail);
}

/** Mails supervisors, or else oversight, when the assignee recused themselves. */
export async function notifyGivenUp(
  tx: Database,
  services: Services,
  caller: Caller,
  { before, after }: { readonly before: LockedComplaint; readonly after: ComplaintState },
): Promise<void> {
  const hasGivenUp = before.assigneeId === caller.accountId && after.recusedStaff.includes(caller.accountId);
  if (hasGivenUp) await notifySupervisors(tx, services, { ...before, ...after }, givenUpEmail);
}

async function notifySupervisors(
  tx: Database,
  services: Services,
  complaint: RecusedComplaint,
  email: typeof givenUpEmail,
): Promise<void> {
  const supervisors = await listSupervisors(tx, complaint.mdaId, complaint.recusedStaff);
  const to = supervisors.length > 0 ? supervisors : await listOversight(tx, complaint.recusedStaff);
  await mailStaff(tx, services, to, complaint, email);
}

/**
 * Mails oversight about complaints without eligible staff after somebody left an MDA. Call it last in a transaction: an
 * administrator reaches no complaints, and from here on the statements do.
 */
export async function notifyNoEligibleStaff(tx: Database, services: Services, mdaId: string): Promise<void> {
  await bypassRowSecurity(tx);
  for (const complaint of await listWithoutEligibleStaff(tx, mdaId))
    await mailStaff(tx, services, await listOversight(tx, complaint.recusedStaff), complaint, noEligibleStaffEmail);
}
