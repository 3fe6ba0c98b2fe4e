import { hmacSha256, sha256 } from '../../src/crypto/digest.ts';
import type { ChainedEvent } from '../../src/features/complaint/history/event-chain.ts';

/** The same event, sealed as earlier versions did: with its words the digest covers what else it carried, and the hash does not. */
export function asBefore(event: ChainedEvent): ChainedEvent {
  const { complaintId: id, seq, at, action, fromState, toState, cycle, actorKind, actorId, visibility } = event;
  const { salt, text, reason, data, prevHash } = event;
  const contentDigest = hmacSha256(salt as Buffer, JSON.stringify([text, reason, data && Object.entries(data)]));
  const facts = [id, seq, at.toISOString(), action, fromState, toState, cycle, actorKind, actorId, visibility];
  const seal = [contentDigest.toString('hex'), prevHash && prevHash.toString('hex')];
  return { ...event, contentDigest, hash: sha256(JSON.stringify([...facts, ...seal])) };
}
