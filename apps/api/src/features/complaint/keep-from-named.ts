import type { Action } from '@baraza/contract/lifecycle';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../platform/services.ts';
import { toRules } from '../clock/target.store.ts';
import { type LockedComplaint, recordStep } from './action.store.ts';
import { type ChainedEvent, type EventFacts, type EventWords, sealEvent } from './event-chain.ts';
import type { PastEvent } from './event.store.ts';
import { listNameable, readTexts } from './kept-from.store.ts';
import { findNamed } from './named-staff.ts';
import { planStep, type Present } from './plan-step.ts';

/** Steps by which new words come in, and those by which other people come to read. */
const says: ReadonlySet<Action> = new Set(['answer', 'reopen']);
const hands: ReadonlySet<Action> = new Set(['offerTransfer', 'acceptTransfer', 'decideTransfer']);

interface Taking {
  readonly action: Action;
  /** What is said with the step. */
  readonly words: EventWords | { readonly text: string | null; readonly reason: string | null };
  readonly before: LockedComplaint;
  readonly after: Present;
  readonly past: readonly PastEvent[];
}

/**
 * Who of the staff of the MDA that has the complaint after a step, or is offered it, is named in it, and still sees it. Whoever was let
 * see it is kept from it again by new words alone.
 */
export async function findNamedAfter(db: Database, taking: Taking): Promise<string[]> {
  const { action, words, before, after, past } = taking;
  if (!says.has(action) && !hands.has(action)) return [];
  const mdaId = after.offeredToMdaId ?? after.mdaId;
  const people = (await listNameable(db, mdaId)).filter(({ id }) => !after.keptFrom.includes(id));
  if (people.length === 0) return [];
  if (says.has(action)) return findNamed(people, saidIn(words)).map(({ id }) => id);
  const seeing = new Set(past.filter((it) => it.action === 'letSee').flatMap((it) => peopleIn(it.data)));
  const texts = await readTexts(db, before.id);
  return findNamed(people, texts).flatMap(({ id }) => (seeing.has(id) ? [] : [id]));
}

const saidIn = ({ text, reason }: Taking['words']) => [text ?? '', reason ?? ''];

function peopleIn(data: PastEvent['data']): string[] {
  const people = data?.['people'];
  return Array.isArray(people) ? (people as string[]) : [];
}

/** The row after a step that somebody is kept from who is named in it: at once, so that no news of it reach them. */
export function withoutNamed(after: Present, named: readonly string[]): Present {
  const isNamed = after.assigneeId !== null && named.includes(after.assigneeId);
  return {
    ...after,
    assigneeId: isNamed ? null : after.assigneeId,
    keptFrom: [...new Set([...after.keptFrom, ...named])],
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
  return sealEvent({ ...facts, ...state, ...by, ...said, action: 'keepFrom' }, previous);
}

/** Writes that down behind the step, which has been recorded already. */
export async function recordNamed(
  tx: Database,
  services: Services,
  complaint: LockedComplaint,
  { named, past, event }: { named: readonly string[]; past: readonly PastEvent[]; event: ChainedEvent },
): Promise<void> {
  const step = { action: 'keepFrom', at: event.at, actorId: null, text: null, people: named } as const;
  const history = [...past, event as PastEvent];
  const after = planStep(complaint, history, step, toRules(complaint.rules, services.settings.timeZone));
  const facts = { ...event, seq: after.version, toState: after.state, cycle: after.cycle };
  await recordStep(tx, complaint, after, keptByName(facts, named, event.hash));
}
