import { hashTile, tileWidth } from '@baraza/transparency-log';
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { complaintEvent, logEntry } from '../../src/db/schema/tables.ts';
import { sealEvent, type SealedEvent } from '../../src/features/complaint/record/sealed-event.ts';
import { readHashes, readSize } from '../../src/features/log/log.store.ts';
import { behind } from './behind.ts';

/**
 * Rewrites the text of a reply and, in the database, everything that follows from it: digests, entry and tiles of the log. Returns
 * its place in the log.
 */
export async function rewriteEvent(
  db: Database,
  { id, seq }: { readonly id: string; readonly seq: number },
  text: string,
): Promise<number> {
  const isReply = and(eq(complaintEvent.complaintId, id), eq(complaintEvent.seq, seq));
  const [event] = await db.select(getTableColumns(complaintEvent)).from(complaintEvent).where(isReply);
  const { salt, contentDigest, digest } = sealEvent({ ...(event as SealedEvent), text });
  const hex = (bytes: Uint8Array | null) => `'\\x${Buffer.from(bytes ?? []).toString('hex')}'`;
  await behind(
    db,
    `update complaint_event set text = '${text}', salt = ${hex(salt)}, content_digest = ${hex(contentDigest)},
      digest = ${hex(digest)} where complaint_id = '${id}' and seq = ${seq}`,
    `update complaint set reply = '${text}' where id = '${id}'`,
    `update log_entry set entry = ${hex(digest)} where subject = '${id}' and seq = ${seq}`,
  );
  const isEntry = and(eq(logEntry.subject, id), eq(logEntry.seq, seq));
  const [entry] = await db.select().from(logEntry).where(isEntry);
  const index = entry?.index ?? -1;
  let [tile, full] = [Math.floor(index / tileWidth), Math.floor((await readSize(db)) / tileWidth)];
  for (let level = 1; tile < full; level += 1) {
    const below = await readHashes(db)(level - 1, tile * tileWidth, tileWidth);
    await behind(db, `update log_node set hash = ${hex(hashTile(below))} where level = ${level} and index = ${tile}`);
    [tile, full] = [Math.floor(tile / tileWidth), Math.floor(full / tileWidth)];
  }
  return index;
}
