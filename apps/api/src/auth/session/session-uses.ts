import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { session } from '../../db/schema/tables.ts';

/** Milliseconds until uses are written, those of all sessions in one statement. A killed process forgets them. */
const writeAfter = 1_000;

/** Uses that are not written yet, by session. */
const waiting = new WeakMap<Database, Map<string, Date>>();

/** Notes that a session was used; the database learns of it a second later. */
export function noteUse(db: Database, sessionId: string, at: Date): void {
  const uses = waiting.get(db) ?? new Map<string, Date>();
  if (uses.size === 0) {
    waiting.set(db, uses);
    // A database that is away is reported by whoever serves requests.
    setTimeout(() => void writeUses(db).catch(() => {}), writeAfter).unref();
  }
  uses.set(sessionId, at);
}

/** The last use of a session, where the database does not know of it yet. */
export const unwrittenUse = (db: Database, sessionId: string) => waiting.get(db)?.get(sessionId);

async function writeUses(db: Database): Promise<void> {
  const uses = [...(waiting.get(db) ?? [])];
  waiting.delete(db);
  const ids = sql.param(uses.map(([id]) => id));
  const times = sql.param(uses.map(([, at]) => at.toISOString()));
  await db.execute(sql`update ${session} set last_used_at = used.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at) where ${session.id} = used.id`);
}
