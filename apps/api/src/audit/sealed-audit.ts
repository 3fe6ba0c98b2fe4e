import { randomBytes } from 'node:crypto';
import type { AuditAction, AuditOutcome, Role } from '@baraza/contract';
import { hmacSha256, sha256 } from '../crypto/digest.ts';

export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

/** Content that may name a person and can be erased without changing its digest. */
export interface AuditContent {
  readonly network: string | null;
  readonly detail: AuditDetail | null;
}

/** Facts of an entry, which stay. */
export interface AuditFacts {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly actorRole: Role | null;
  readonly action: AuditAction;
  readonly objectKind: string | null;
  readonly objectId: string | null;
  readonly objectLabel: string | null;
  readonly mdaId: string | null;
  readonly outcome: AuditOutcome;
  readonly requestId: string | null;
}

/** An entry with its digests. */
export interface SealedAudit extends AuditFacts, AuditContent {
  /** Null once the content is erased. */
  readonly salt: Buffer | null;
  readonly contentDigest: Buffer;
  /** Its entry in the log. */
  readonly digest: Buffer;
}

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
  const who = [id, at.toISOString(), actorId, actorRole, mdaId];
  const what = [action, objectKind, objectId, objectLabel, outcome, requestId];
  return sha256(JSON.stringify([...who, ...what, contentDigest.toString('hex')]));
}
