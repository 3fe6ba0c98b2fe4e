import { randomBytes } from 'node:crypto';
import type { Action, State } from '@baraza/contract/lifecycle';
import type { EventDatum } from '../../db/complaint-tables.ts';
import { hmacSha256, sha256 } from '../../platform/digest.ts';

/** What was said. It can be erased without breaking the chain, since the chain covers it through a salted digest. */
export interface EventWords {
  readonly text: string | null;
  readonly reason: string | null;
  /** What else the action carried, such as the assignee. */
  readonly data: Readonly<Record<string, EventDatum>> | null;
}

/** What happened. It stays. */
export interface EventFacts {
  readonly complaintId: string;
  /** From 1, without gaps. */
  readonly seq: number;
  readonly at: Date;
  readonly action: 'submit' | Action;
  readonly fromState: State | null;
  readonly toState: State;
  readonly cycle: number;
  readonly actorKind: 'citizen' | 'officer' | 'system';
  readonly actorId: string | null;
  readonly visibility: 'public' | 'internal';
}

interface Seal {
  /** Null once the words are erased. */
  readonly salt: Buffer | null;
  readonly contentDigest: Buffer;
  /** The hash of the event before. */
  readonly prevHash: Buffer | null;
  readonly hash: Buffer;
}

export type ChainedEvent = EventFacts & EventWords & Seal;

/** Chains a new event to the one before it. */
export function sealEvent(event: EventFacts & EventWords, prevHash: Buffer | null): ChainedEvent {
  const salt = randomBytes(16);
  const contentDigest = digestOf(salt, event);
  return { ...event, salt, contentDigest, prevHash, hash: hashOf(event, contentDigest, prevHash) };
}

/** Whether facts and seal belong together. */
export function isFactual(event: ChainedEvent): boolean {
  return event.hash.equals(hashOf(event, event.contentDigest, event.prevHash));
}

/** Whether the words were taken out, as the law may ask. */
export function isErased(event: ChainedEvent): boolean {
  return event.salt === null && event.text === null && event.reason === null && event.data === null;
}

/** Whether the words are those that were said. */
export function isVerbatim(event: ChainedEvent): boolean {
  return event.salt !== null && event.contentDigest.equals(digestOf(event.salt, event));
}

function digestOf(salt: Buffer, { text, reason, data }: EventWords): Buffer {
  // The database does not keep the order of keys.
  const sorted = data && Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hmacSha256(salt, JSON.stringify([text, reason, sorted]));
}

function hashOf(event: EventFacts, contentDigest: Buffer, prevHash: Buffer | null): Buffer {
  const { complaintId, seq, at, action, fromState, toState, cycle, actorKind, actorId, visibility } = event;
  const facts = [complaintId, seq, at.toISOString(), action, fromState, toState, cycle, actorKind, actorId, visibility];
  const seal = [contentDigest.toString('hex'), prevHash && prevHash.toString('hex')];
  return sha256(JSON.stringify([...facts, ...seal]));
}
