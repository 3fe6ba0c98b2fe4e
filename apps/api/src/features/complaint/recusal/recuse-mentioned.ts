import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../../db/database.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import type { Services } from '../../../services.ts';
import type { PastEvent } from '../record/event.store.ts';
import { type EventFacts, type EventWords, type SealedEvent, sealEvent } from '../record/sealed-event.ts';
import type { ComplaintState } from '../../../domain/apply-transition.ts';
import { type LockedComplaint, lockForSystem, planAndRecord } from '../record/transition.store.ts';
import { notifyStaff } from '../../engagement/notification/notify-staff.ts';
import { insertMentioned, listWithoutEligibleStaff, readTexts } from './recusal.store.ts';
import { findMentionedStaff } from '../../../domain/mention.ts';
import { listStaffOf } from '../../reference/staff.store.ts';

/** Actions that bring new words of the citizen. */
const bringsWords: ReadonlySet<Action> = new Set(['answer', 'addEvidence', 'reopen', 'appeal', 'withdraw']);
/** Actions that change which MDAs read a complaint: all words are searched again. */
const bringsReaders: ReadonlySet<Action> = new Set([
  'offerTransfer',
  'withdrawTransfer',
  'acceptTransfer',
  'declineTransfer',
  'decideTransfer',
]);

interface Transitioned {
  readonly action: Action;
  readonly words: Pick<EventWords, 'text' | 'reason'>;
  readonly before: LockedComplaint;
  readonly after: ComplaintState;
  readonly past: readonly PastEvent[];
}

/** Ids of mentioned staff who would see a complaint after a transition. Old words do not count for whom a recusal was lifted. */
export async function findMentionedAfter(db: Database, transitioned: Transitioned): Promise<string[]> {
  const { action, words, before, after, past } = transitioned;
  if (!bringsWords.has(action) && !bringsReaders.has(action)) return [];
  const staff = await listEligible(db, after);
  if (staff.length === 0) return [];
  if (bringsWords.has(action)) return idsOf(findMentionedStaff(staff, [words.text ?? '', words.reason ?? '']));
  const cleared = new Set(past.filter((event) => event.action === 'liftRecusal').flatMap((event) => peopleIn(event)));
  const candidates = staff.filter(({ id }) => !cleared.has(id));
  return idsOf(findMentionedStaff(candidates, await readTexts(db, before.id)));
}

/** Lists staff who may read a complaint: of its MDA and of the one it is offered to, without the recused. */
async function listEligible(db: Database, { mdaId, offeredToMdaId, recusedStaff }: ComplaintState) {
  const staff = await listStaffOf(db, ...[mdaId, offeredToMdaId].filter((id) => id !== null));
  return staff.filter(({ id }) => !recusedStaff.includes(id));
}

const idsOf = (staff: readonly { readonly id: string }[]) => staff.map(({ id }) => id);

function peopleIn({ data }: PastEvent): readonly string[] {
  const people = data?.['people'];
  return Array.isArray(people) ? (people as string[]) : [];
}

/** Adds mentioned staff to a step's own row, so that its live update does not reach them; `recordMention` does the rest. */
export function withMentionedRecused(after: ComplaintState, mentioned: readonly string[]): ComplaintState {
  return { ...after, recusedStaff: [...new Set([...after.recusedStaff, ...mentioned])] };
}

/** Seals the event by which the system recuses mentioned staff. */
export function sealMention(
  facts: Pick<EventFacts, 'complaintId' | 'seq' | 'at' | 'toState' | 'cycle'>,
  mentioned: readonly string[],
): SealedEvent {
  const state = { fromState: facts.toState, toState: facts.toState } as const;
  const by = { actorKind: 'system', actorId: null, visibility: 'internal' } as const;
  const words = { text: null, reason: null, data: { people: mentioned } };
  return sealEvent({ ...facts, ...state, ...by, ...words, action: 'recuse' });
}

interface Mention {
  readonly people: readonly string[];
  readonly at: Date;
  /** The history so far; its last event comes before the recusal. Read anew unless given. */
  readonly past?: readonly PastEvent[];
}

/** Records that the system recuses mentioned staff, and notifies the supervisors who decide on it. */
export async function recordMention(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  { people, at, past }: Mention,
): Promise<{ after: ComplaintState; event: SealedEvent }> {
  const step = { action: 'recuse', at, actorId: null, text: null, people, data: { people } } as const;
  const { after, event } = await planAndRecord(tx, services, complaint, step, past);
  await insertMentioned(tx, complaint.id, people, at);
  await notifyMention(tx, services, { ...complaint, ...after }, event);
  return { after, event };
}

/** Recuses staff mentioned in words that come without a transition, such as a survey; part of their transaction. */
export async function recuseMentionedIn(
  tx: Database,
  services: Services,
  complaintId: string,
  texts: readonly string[],
): Promise<void> {
  const complaint = await lockForSystem(tx, complaintId);
  if (!complaint) return;
  const mentioned = idsOf(findMentionedStaff(await listEligible(tx, complaint), texts));
  if (mentioned.length === 0) return;
  const { after, event } = await recordMention(tx, services, complaint, {
    people: mentioned,
    at: services.clock.now(),
  });
  await notifyFewEligible(tx, services, complaint, { ...complaint, ...after }, event);
}

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
