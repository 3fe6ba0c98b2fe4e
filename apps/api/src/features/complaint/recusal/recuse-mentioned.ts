import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import type { PastEvent } from '../record/event.store.ts';
import { type EventFacts, type SealedEvent } from '../record/sealed-event.ts';
import type { ComplaintState } from '../../../domain/apply-transition.ts';
import type { Step } from '../../../domain/step.ts';
import { type LockedComplaint, lockForSystem } from '../record/lock-complaint.store.ts';
import { takeSystemStep } from '../record/take-system-step.ts';
import type { Effect, NotifyStaff } from '../../../domain/effects.ts';
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
  readonly step: Step;
  readonly before: LockedComplaint;
  readonly after: ComplaintState;
  readonly past: readonly PastEvent[];
}

/** Finds mentioned staff who would see a complaint after a transition. After a lifted recusal, old words do not count again. */
export async function findMentionedAfter(db: Database, transitioned: Transitioned): Promise<string[]> {
  const { step, before, after, past } = transitioned;
  const { action, text, reason } = step;
  const isSaid = bringsWords.has(action) || (action === 'setFields' && step.actorId === null);
  if (!isSaid && !bringsReaders.has(action)) return [];
  const staff = await listEligible(db, after);
  if (staff.length === 0) return [];
  if (isSaid) return idsOf(findMentionedStaff(staff, [text ?? '', reason ?? '']));
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

/** Recuses mentioned staff in the step's own row. Its live update does not reach them then; `recordMention` does the rest. */
export function withMentionedRecused(after: ComplaintState, mentioned: readonly string[]): ComplaintState {
  return { ...after, recusedStaff: [...new Set([...after.recusedStaff, ...mentioned])] };
}

interface Mention {
  readonly people: readonly string[];
  readonly at: Date;
  /** The history so far; its last event comes before the recusal. Read anew unless given. */
  readonly past?: readonly PastEvent[];
}

/** Records that the system recuses mentioned staff; its effects notify the supervisors who decide on it. */
export async function recordMention(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  { people, at, past }: Mention,
): Promise<{ after: ComplaintState; event: SealedEvent; effects: Effect[] }> {
  const step = { action: 'recuse', at, actorId: null, text: null, people, data: { people } } as const;
  const { after, event } = await takeSystemStep(tx, services, complaint, step, past);
  await insertMentioned(tx, complaint.id, people, at);
  return { after, event, effects: [mentionEffect(complaint, event)] };
}

/** Recuses staff mentioned in words that come without a transition, such as a survey. Returns the effects. */
export async function recuseMentionedIn(
  tx: Database,
  services: Services,
  complaintId: string,
  texts: readonly string[],
): Promise<Effect[]> {
  const complaint = await lockForSystem(tx, complaintId);
  if (!complaint) return [];
  const mentioned = idsOf(findMentionedStaff(await listEligible(tx, complaint), texts));
  if (mentioned.length === 0) return [];
  const { after, event, effects } = await recordMention(tx, services, complaint, {
    people: mentioned,
    at: services.clock.now(),
  });
  return [...effects, ...(await effectsOfShortage(tx, complaint, { ...complaint, ...after }, event))];
}

type RecusedComplaint = Pick<LockedComplaint, 'id' | 'trackingId'> &
  Pick<ComplaintState, 'mdaId' | 'offeredToMdaId' | 'recusedStaff'>;

/** Lack of staff who may see a complaint; null where enough may, or nobody is recused. */
type Shortage = 'nobodyEligible' | 'oneEligible' | 'noSupervisorEligible' | null;

type Cause = Pick<EventFacts, 'actorId' | 'at'> & { readonly seq: number | null };

function shortageOf(staff: Awaited<ReturnType<typeof listStaffOf>>, recusedStaff: readonly string[]): Shortage {
  const eligible = staff.filter(({ id }) => !recusedStaff.includes(id));
  if (eligible.length === staff.length) return null;
  if (eligible.length <= 1) return eligible.length === 0 ? 'nobodyEligible' : 'oneEligible';
  return eligible.some(({ role }) => role === 'supervisor') ? null : 'noSupervisorEligible';
}

/** Returns the mails to oversight when one person or nobody may handle a complaint. `before` is undefined for a new one. */
export async function effectsOfShortage(
  tx: Database,
  before: RecusedComplaint | undefined,
  after: RecusedComplaint,
  cause: Cause,
): Promise<Effect[]> {
  const office = decidingOffice(after);
  const hasSameOffice = before !== undefined && decidingOffice(before) === office;
  if (hasSameOffice && after.recusedStaff.length <= before.recusedStaff.length) return [];
  const staff = await listStaffOf(tx, office);
  const shortage = shortageOf(staff, after.recusedStaff);
  if (shortage === null || (hasSameOffice && shortageOf(staff, before.recusedStaff) === shortage)) return [];
  return [toNotifyStaff(shortage, after, cause)];
}

const decidingOffice = ({ offeredToMdaId, mdaId }: RecusedComplaint) => offeredToMdaId ?? mdaId;

/** Returns the effect that notifies those who decide on the recusal of mentioned staff. */
export function mentionEffect(complaint: NotifyStaff['complaint'], cause: Cause): Effect {
  return toNotifyStaff('mentionUndecided', complaint, cause);
}

function toNotifyStaff(kind: NotifyStaff['kind'], { id, trackingId }: NotifyStaff['complaint'], cause: Cause): Effect {
  const { actorId, seq: step, at } = cause;
  return { effect: 'notifyStaff', kind, complaint: { id, trackingId }, actorId, step, at };
}

/** Returns the effects that notify oversight of complaints left without eligible staff. `tx` has to see every complaint. */
export async function effectsOfLeaving(tx: Database, mdaId: string, at: Date): Promise<Effect[]> {
  const complaints = await listWithoutEligibleStaff(tx, mdaId);
  return complaints.map((complaint) => toNotifyStaff('nobodyEligible', complaint, { actorId: null, seq: null, at }));
}
