import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
import { listStaffOf, listWithoutEligibleStaff } from './recusal.store.ts';
import type { ComplaintState } from '../complaint/transition/apply-transition.ts';
import type { EventFacts } from '../complaint/history/sealed-event.ts';
import { notifyStaff } from '../notification/notify-staff.ts';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';

type RecusedComplaint = Pick<LockedComplaint, 'id' | 'trackingId'> &
  Pick<ComplaintState, 'mdaId' | 'offeredToMdaId' | 'recusedStaff'>;

/** How few staff of an MDA may still see a complaint; null where enough do, or nobody of them is recused. */
type Shortage = 'nobodyEligible' | 'oneEligible' | 'noSupervisorEligible' | null;

type Cause = Pick<EventFacts, 'actorId' | 'seq' | 'at'>;

const newsAbout = (complaint: RecusedComplaint, { actorId, seq, at }: Cause) => ({ complaint, actorId, step: seq, at });

function shortageOf(staff: Awaited<ReturnType<typeof listStaffOf>>, recusedStaff: readonly string[]): Shortage {
  const eligible = staff.filter(({ id }) => !recusedStaff.includes(id));
  if (eligible.length === staff.length) return null;
  if (eligible.length <= 1) return eligible.length === 0 ? 'nobodyEligible' : 'oneEligible';
  return eligible.some(({ role }) => role === 'supervisor') ? null : 'noSupervisorEligible';
}

/** Mails oversight when nobody, or one person alone, may handle a complaint. `before` is undefined for a new one. */
export async function notifyFewEligible(
  tx: Database,
  services: Services,
  before: RecusedComplaint | undefined,
  after: RecusedComplaint,
  cause: Cause,
): Promise<void> {
  const office = officeOf(after);
  const hasSameOffice = before !== undefined && officeOf(before) === office;
  if (hasSameOffice && after.recusedStaff.length <= before.recusedStaff.length) return;
  const staff = await listStaffOf(tx, office);
  const shortage = shortageOf(staff, after.recusedStaff);
  if (shortage === null || (hasSameOffice && shortageOf(staff, before.recusedStaff) === shortage)) return;
  await notifyStaff(tx, services, { ...newsAbout(after, cause), kind: shortage });
}

const officeOf = ({ offeredToMdaId, mdaId }: RecusedComplaint) => offeredToMdaId ?? mdaId;

/** Notifies those who decide whether a complaint is about the staff it mentions. */
export async function notifyMention(tx: Database, services: Services, complaint: RecusedComplaint, cause: Cause) {
  await notifyStaff(tx, services, { ...newsAbout(complaint, cause), kind: 'mentionUndecided' });
}

/** Notifies oversight of complaints without eligible staff after somebody left. From here on the transaction reaches everything. */
export async function notifyNoEligibleStaff(tx: Database, services: Services, mdaId: string): Promise<void> {
  await bypassRowSecurity(tx);
  const event = { kind: 'nobodyEligible', actorId: null, step: null, at: services.clock.now() } as const;
  for (const complaint of await listWithoutEligibleStaff(tx, mdaId))
    await notifyStaff(tx, services, { ...event, complaint });
}
