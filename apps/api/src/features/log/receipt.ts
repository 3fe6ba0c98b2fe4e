import { formatProof, parseCheckpoint, proveInclusion } from '@baraza/transparency-log';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { pick } from '../../db/pick.ts';
import { complaint, complaintEvent, logEntry } from '../../db/schema/tables.ts';
import { notFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { isSignedBy, readGenuine, readLogKeys } from './log-key.ts';
import { findFirstPublished, readHashes } from './log.store.ts';

/**
 * Proves by c2sp.org/tlog-proof@v1 that a public step of the caller's complaint is in the log. Undefined until it is published,
 * and the same ever after.
 */
export async function makeReceipt(
  services: Services,
  caller: Pick<Caller, 'accountId'>,
  { id, step }: { id: string; step: number },
) {
  const { db } = services;
  const logged = await findStep(db, { id, step, citizenId: caller.accountId });
  if (logged === undefined) throw notFound();
  const { identity, trackingId, index, entry } = logged;
  if (index === null || entry === null) return undefined;
  const checkpoint = await findCheckpoint(services, index);
  if (checkpoint === undefined) return undefined;
  const { size } = parseCheckpoint(checkpoint);
  const hashes = await proveInclusion(readHashes(db), index, size);
  // The name of a downloaded file must not link an unnamed citizen to the complaint.
  const name = identity === 'named' ? `${trackingId}-${step}` : 'receipt';
  const proof = formatProof({ entry, index, hashes, checkpoint });
  return { fileName: `${name}.tlog-proof`, proof };
}

/** Finds the first published checkpoint that covers an entry; the newest where that one was forged. */
async function findCheckpoint(services: Services, index: number): Promise<string | undefined> {
  const first = await findFirstPublished(services.db, index);
  if (first === undefined) return undefined;
  const keys = (await readLogKeys(services)).known.map(({ key }) => key);
  return (await isSignedBy(first, keys)) ? first : (await readGenuine(services))?.published;
}

/** Finds a step by its number among public ones, as the citizen counts them: a gap would reveal an internal note. */
async function findStep(db: Database, { id, step, citizenId }: { id: string; step: number; citizenId: string }) {
  const { complaintId, seq, visibility } = complaintEvent;
  const inLog = and(eq(logEntry.source, 'complaint'), eq(logEntry.subject, complaintId), eq(logEntry.seq, seq));
  const [row] = await db
    .select({ ...pick(complaint, ['identity', 'trackingId']), ...pick(logEntry, ['index', 'entry']) })
    .from(complaint)
    .innerJoin(complaintEvent, eq(complaintId, complaint.id))
    .leftJoin(logEntry, inLog)
    .where(and(eq(complaint.id, id), eq(complaint.citizenId, citizenId), eq(visibility, 'public')))
    .orderBy(asc(seq))
    .limit(1)
    .offset(sql.placeholder('before'))
    .prepare('log-step')
    .execute({ before: step - 1 });
  return row;
}
