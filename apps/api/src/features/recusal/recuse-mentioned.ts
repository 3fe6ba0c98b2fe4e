import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { toRules } from '../sla/sla-target.store.ts';
import { lockForSystem, type LockedComplaint, recordStep } from '../complaint/transition/transition.store.ts';
import { type SealedEvent, type EventFacts, type EventWords, sealEvent } from '../complaint/history/sealed-event.ts';
import { type PastEvent, readPast } from '../complaint/history/event.store.ts';
import { insertMentioned, listStaffOf, readTexts } from './recusal.store.ts';
import { applyTransition, type ComplaintState } from '../complaint/transition/apply-transition.ts';
import { notifyFewEligible, notifyMention } from './notify-recusal.ts';
import { findMentionedStaff } from './mentioned-staff.ts';

/** Actions that bring new words of the citizen, and those that bring new readers. */
const bringsWords: ReadonlySet<Action> = new Set(['answer', 'addEvidence', 'reopen', 'appeal', 'withdraw']);
const bringsReaders: ReadonlySet<Action> = new Set(['offerTransfer', 'acceptTransfer', 'decideTransfer']);

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

/** Staff of the offered or else the present MDA who are not recused. */
async function listEligible(db: Database, { mdaId, offeredToMdaId, recusedStaff }: ComplaintState) {
  const staff = await listStaffOf(db, offeredToMdaId ?? mdaId);
  return staff.filter(({ id }) => !recusedStaff.includes(id));
}

const idsOf = (staff: readonly { readonly id: string }[]) => staff.map(({ id }) => id);

function peopleIn({ data }: PastEvent): readonly string[] {
  const people = data?.['people'];
  return Array.isArray(people) ? (people as string[]) : [];
}

/** The state with mentioned staff recused: in the row of the step itself, so that its live update does not reach them. */
export function withMentionedRecused(after: ComplaintState, mentioned: readonly string[]): ComplaintState {
  const unlessMentioned = (id: string | null) => (id !== null && mentioned.includes(id) ? null : id);
  return {
    ...after,
    assigneeId: unlessMentioned(after.assigneeId),
    rejectionProposedBy: unlessMentioned(after.rejectionProposedBy),
    recusedStaff: [...new Set([...after.recusedStaff, ...mentioned])],
  };
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
  readonly mentioned: readonly string[];
  /** The history so far; its last event comes before the recusal. */
  readonly past: readonly PastEvent[];
  readonly at: Date;
}

/** Records that the system recuses mentioned staff, and notifies the supervisors who decide on it. */
export async function recordMention(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  { mentioned, past, at }: Mention,
): Promise<[ComplaintState, SealedEvent]> {
  const step = { action: 'recuse', at, actorId: null, text: null, people: mentioned } as const;
  const after = applyTransition(complaint, past, step, toRules(complaint.rules, services.settings.timeZone));
  const facts = { complaintId: complaint.id, seq: after.version, at, toState: after.state, cycle: after.cycle };
  const event = sealMention(facts, mentioned);
  await recordStep(tx, complaint, after, event);
  await insertMentioned(tx, complaint.id, mentioned, at);
  await notifyMention(tx, services, { ...complaint, ...after }, event);
  return [after, event];
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
  const past = await readPast(tx, complaintId);
  const [after, event] = await recordMention(tx, services, complaint, { mentioned, past, at: services.clock.now() });
  await notifyFewEligible(tx, services, complaint, { ...complaint, ...after }, event);
}
