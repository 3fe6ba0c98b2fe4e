import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { toRules } from '../sla/sla-target.store.ts';
import { lockForSystem, type LockedComplaint, recordStep } from '../complaint/transition/transition.store.ts';
import { type ChainedEvent, type EventFacts, type EventWords, sealEvent } from '../complaint/history/event-chain.ts';
import { type PastEvent, readPast } from '../complaint/history/event.store.ts';
import { listNameable, readTexts } from './recusal.store.ts';
import { findMentionedStaff, type MentionableStaff } from './mentioned-staff.ts';
import { applyTransition, type ComplaintState } from '../complaint/transition/apply-transition.ts';
import { tellIfNobodyIsLeft } from './notify-recusal.ts';

/** Steps by which new words come in, and those by which other people come to read. */
const says: ReadonlySet<Action> = new Set(['answer', 'reopen', 'withdraw']);
const hands: ReadonlySet<Action> = new Set(['offerTransfer', 'acceptTransfer', 'decideTransfer']);

interface Taking {
  readonly action: Action;
  /** What is said with the step. */
  readonly words: EventWords | { readonly text: string | null; readonly reason: string | null };
  readonly before: LockedComplaint;
  readonly after: ComplaintState;
  readonly past: readonly PastEvent[];
}

/**
 * Who of the staff of the MDA that has the complaint after a step, or is offered it, is named in it, and still sees it. Whoever was let
 * see it is kept from it again by new words alone.
 */
export async function findMentionedAfter(db: Database, taking: Taking): Promise<string[]> {
  const { action, words, before, after, past } = taking;
  if (!says.has(action) && !hands.has(action)) return [];
  const mdaId = after.offeredToMdaId ?? after.mdaId;
  const people = (await listNameable(db, mdaId)).filter(({ id }) => !after.recusedStaff.includes(id));
  if (people.length === 0) return [];
  if (says.has(action)) return findMentionedStaff(people, saidIn(words)).map(({ id }) => id);
  return findMentionedStaff(withoutSeeing(people, past), await readTexts(db, before.id)).map(({ id }) => id);
}

/** Those whom nobody ever let see it. */
function withoutSeeing<T extends { readonly id: string }>(people: readonly T[], past: readonly PastEvent[]): T[] {
  const seeing = new Set(past.filter((it) => it.action === 'liftRecusal').flatMap((it) => peopleIn(it.data)));
  return people.filter(({ id }) => !seeing.has(id));
}

const saidIn = ({ text, reason }: Taking['words']) => [text ?? '', reason ?? ''];

function peopleIn(data: PastEvent['data']): string[] {
  const people = data?.['people'];
  return Array.isArray(people) ? (people as string[]) : [];
}

/** The row after a step that somebody is kept from who is named in it: at once, so that no news of it reach them. */
export function withoutMentioned(after: ComplaintState, named: readonly string[]): ComplaintState {
  const isNamed = after.assigneeId !== null && named.includes(after.assigneeId);
  return {
    ...after,
    assigneeId: isNamed ? null : after.assigneeId,
    recusedStaff: [...new Set([...after.recusedStaff, ...named])],
  };
}

/** What the system tells of it. */
export function keptByName(
  facts: Pick<EventFacts, 'complaintId' | 'seq' | 'at' | 'toState' | 'cycle'>,
  named: readonly string[],
  previous: Buffer,
): ChainedEvent {
  const state = { fromState: facts.toState, toState: facts.toState } as const;
  const by = { actorKind: 'system', actorId: null, visibility: 'internal' } as const;
  const said = { text: null, reason: null, data: { people: named } };
  return sealEvent({ ...facts, ...state, ...by, ...said, action: 'recuse' }, previous);
}

/** Writes that down behind the step, which has been recorded already. */
export async function recordNamed(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  { named, past, event }: { named: readonly string[]; past: readonly PastEvent[]; event: ChainedEvent },
): Promise<void> {
  await recordRecusal(tx, services, complaint, { named, past: [...past, event], at: event.at });
}

interface Keeping {
  readonly named: readonly string[];
  readonly past: readonly PastEvent[];
  readonly at: Date;
}

async function recordRecusal(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  { named, past, at }: Keeping,
): Promise<ComplaintState> {
  const step = { action: 'recuse', at, actorId: null, text: null, people: named } as const;
  const after = applyTransition(complaint, past, step, toRules(complaint.rules, services.settings.timeZone));
  const facts = { complaintId: complaint.id, seq: after.version, at, toState: after.state, cycle: after.cycle };
  const previous = past.at(-1)?.hash;
  if (previous === undefined) throw new Error('A complaint without a history is kept from nobody.');
  await recordStep(tx, complaint, after, keptByName(facts, named, previous));
  return after;
}

/** After new words that came in without a step, such as a survey. It goes with their transaction. */
export async function recuseMentionedIn(
  tx: Database,
  services: Services,
  complaintId: string,
  texts: readonly string[],
): Promise<void> {
  const complaint = await lockForSystem(tx, complaintId);
  if (!complaint) return;
  const staff = await listNameable(tx, complaint.offeredToMdaId ?? complaint.mdaId);
  const people = staff.filter(({ id }) => !complaint.recusedStaff.includes(id));
  await keep(tx, services, complaint, findMentionedStaff(people, texts), await readPast(tx, complaintId));
}

/** For somebody of the staff who could not be looked for when the words came in. */
export async function recuseMentionable(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  person: MentionableStaff,
): Promise<void> {
  if (complaint.recusedStaff.includes(person.id)) return;
  const past = await readPast(tx, complaint.id);
  const named = findMentionedStaff(withoutSeeing([person], past), await readTexts(tx, complaint.id));
  await keep(tx, services, complaint, named, past);
}

async function keep(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  people: readonly MentionableStaff[],
  past: readonly PastEvent[],
): Promise<void> {
  if (people.length === 0) return;
  const named = people.map(({ id }) => id);
  const after = await recordRecusal(tx, services, complaint, { named, past, at: services.clock.now() });
  await tellIfNobodyIsLeft(tx, services, { ...complaint, ...after }, named);
}
