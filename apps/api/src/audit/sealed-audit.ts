import { randomBytes } from 'node:crypto';
import { hmacSha256, sha256 } from '../crypto/digest.ts';
import type { audit } from '../db/schema/tables.ts';

export type AuditDetail = NonNullable<SealedAudit['detail']>;

/** An entry with its digests. The salt is null once the content is erased. */
export type SealedAudit = typeof audit.$inferSelect;

/** Content that may name a person and can be erased without changing its digest. */
export type AuditContent = Pick<SealedAudit, 'network' | 'detail'>;

/** Facts of an entry, which stay. */
export type AuditFacts = Omit<SealedAudit, keyof AuditContent | 'salt' | 'contentDigest' | 'digest'>;

/** Computes the digests of a new entry. */
export function sealAudit(entry: AuditFacts & AuditContent): SealedAudit {
  const salt = randomBytes(32);
  const contentDigest = contentDigestOf(salt, entry);
  return { ...entry, salt, contentDigest, digest: digestOf(entry, contentDigest) };
}

/** Whether the facts are those that were written. */
export function isFactualAudit(entry: SealedAudit): boolean {
  return entry.digest.equals(digestOf(entry, entry.contentDigest));
}

/** Whether the content was erased. */
export function isErasedAudit({ salt, network, detail }: SealedAudit): boolean {
  return salt === null && network === null && detail === null;
}

/** Whether network and detail are those that were written. */
export function isVerbatimAudit(entry: SealedAudit): boolean {
  return entry.salt !== null && entry.contentDigest.equals(contentDigestOf(entry.salt, entry));
}

function contentDigestOf(salt: Buffer, { network, detail }: AuditContent): Buffer {
  // The database does not keep the order of keys.
  const sorted = detail && Object.entries(detail).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hmacSha256(salt, JSON.stringify([network, sorted]));
}

function digestOf(entry: AuditFacts, contentDigest: Buffer): Buffer {
  const { id, at, actorId, actorRole, action, objectKind, objectId, objectLabel, mdaId, outcome, requestId } = entry;
  const facts = [id, at.toISOString(), actorId, actorRole, mdaId, action, objectKind, objectId, objectLabel];
  return sha256(JSON.stringify([...facts, outcome, requestId, contentDigest.toString('hex')]));
}
