import { randomBytes } from 'node:crypto';
import { type StatedFact, statedFactNames } from '@baraza/contract';
import { type Action, type State, transitionOf } from '@baraza/contract/complaint/lifecycle';
import type { Language } from '@baraza/contract/core/language';
import { hmacSha256, sha256 } from '../../../crypto/digest.ts';
import type { EventDatum } from '../../../db/schema/complaint-tables.ts';
import type { complaint, complaintEvent } from '../../../db/schema/tables.ts';

/** Words of an event. Its digest covers a salted digest of them, so that they can be erased. */
export interface EventWords {
  readonly text: string | null;
  readonly reason: string | null;
  /** Ids such as the assignee's. Those of the first event name the citizen and are erased with the words. */
  readonly data: Readonly<Record<string, EventDatum>> | null;
  /** Helps to read the words; no digest covers it. */
  readonly language?: Language | null;
}

type FactName =
  | 'complaintId'
  | 'seq'
  | 'at'
  | 'fromState'
  | 'toState'
  | 'cycle'
  | 'actorKind'
  | 'actorId'
  | 'visibility';

/** Facts of an event that its digest covers unsalted; they are never erased. */
export interface EventFacts extends Readonly<Pick<typeof complaintEvent.$inferSelect, FactName>> {
  readonly action: 'submit' | Action;
}

interface Seal {
  /** Null once the words are erased. */
  readonly salt: Buffer | null;
  readonly contentDigest: Buffer;
  /** Its entry in the log. */
  readonly digest: Buffer;
}

export type SealedEvent = EventFacts & EventWords & Seal;

/** Builds the facts of a step. */
export function stepFacts(
  action: Action,
  before: { readonly id: string; readonly state: State },
  after: { readonly version: number; readonly state: State; readonly cycle: number },
  by: Pick<EventFacts, 'at' | 'actorKind' | 'actorId'>,
): EventFacts {
  const { state: toState, version: seq, cycle } = after;
  const { visibility } = transitionOf(action);
  return { complaintId: before.id, seq, action, fromState: before.state, toState, cycle, visibility, ...by };
}

/** Computes the digests of a new event. */
export function sealEvent(event: EventFacts & EventWords): SealedEvent {
  const salt = randomBytes(32);
  const contentDigest = contentDigestOf(salt, event, erasableData(event));
  return { ...event, salt, contentDigest, digest: digestOf(event, contentDigest, lastingData(event)) };
}

/** Checks that the digest covers the facts of the event. */
export function isFactual(event: SealedEvent): boolean {
  return event.digest.equals(digestOf(event, event.contentDigest, lastingData(event)));
}

/** Checks that the words were erased. */
export function isErased(event: SealedEvent): boolean {
  return event.salt === null && event.text === null && event.reason === null && erasableData(event) === null;
}

/** Checks that the words fit their digest. */
export function isVerbatim(event: SealedEvent): boolean {
  return event.salt !== null && event.contentDigest.equals(contentDigestOf(event.salt, event, erasableData(event)));
}

type Data = EventWords['data'];

const namesTheCitizen = ({ action }: EventFacts) => action === 'submit';

function erasableData(event: EventFacts & EventWords): Data {
  return namesTheCitizen(event) ? event.data : null;
}

/** Returns the data that stays when the words are erased; the digest covers it unsalted. */
export function lastingData(event: EventFacts & EventWords): Data {
  return namesTheCitizen(event) ? null : event.data;
}

function contentDigestOf(salt: Buffer, { text, reason }: EventWords, data: Data): Buffer {
  return hmacSha256(salt, JSON.stringify([text, reason, sorted(data)]));
}

/** Sorts data by key, since the database does not keep their order. */
function sorted(data: Data) {
  return data && Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Computes an event's digest. Its content digest is salted, so readers of the log cannot guess the words. */
function digestOf(event: EventFacts, contentDigest: Buffer, data: Data): Buffer {
  const { complaintId, seq, at, action, fromState, toState, cycle, actorKind, actorId, visibility } = event;
  const facts = [complaintId, seq, at.toISOString(), action, fromState, toState, cycle, actorKind, actorId, visibility];
  return sha256(JSON.stringify([...facts, contentDigest.toString('hex'), ...(data ? [sorted(data)] : [])]));
}

const names = ['title', 'description', 'incidentDate', 'lat', 'lon', 'accuracy', ...statedFactNames] as const;
type Name = (typeof names)[number];
export type Statement = Readonly<
  Pick<typeof complaint.$inferSelect, Exclude<Name, StatedFact>> & Partial<Record<StatedFact, string>>
>;

/** Picks a citizen's own words from a complaint, or their columns from the table. */
export function statementOf<T extends Partial<Record<Name, unknown>>>(of: T): Pick<T, Name & keyof T> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, Name & keyof T>;
}

/**
 * Computes the digest of a citizen's own words. The event of the filing contains it, so that the log covers it. Empty fields are
 * left out: a field added to the form later must not change the digests of earlier complaints.
 */
export function statementDigest(statement: Statement): string {
  const text = JSON.stringify(statementOf(statement), (_, value: unknown) => (value === '' ? undefined : value));
  return sha256(text).toString('hex');
}
