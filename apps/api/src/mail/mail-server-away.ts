import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/*
 * While a mail server is away the pauses between tries grow, up to an hour after an hour. So once a mail gets through, those that
 * were held up follow: a few with each, so that few are tried in vain should it go away again.
 */

const atOnce = 20;

/** What the network says; what a mail server itself says against a mail is about that mail alone. */
const codes = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDNS', 'ESOCKET', 'ETIMEDOUT']);

/** How the reason of a mail that was held up begins, by which it is found in the queue. */
const away = 'The mail server is away: ';

/** Whether this process saw it away, and some may wait. */
let wasAway = false;

/**
 * The failure of a mail, marked where the mail server could not be spoken to. What a server says against a mail repeats the
 * address, and this is logged and kept with the job: of that the numbers are left.
 */
export function markAway(error: unknown): unknown {
  const { code = '', message, responseCode } = error as NodeJS.ErrnoException & { responseCode?: number };
  if (responseCode !== undefined || code === 'EENVELOPE')
    return new Error(`The mail server refused a mail: ${code} ${responseCode ?? ''}`.trimEnd());
  if (!codes.has(code)) return error;
  wasAway = true;
  return new Error(`${away}${message}`, { cause: error });
}

/** To be called when a mail got through: the next ones that were held up are tried now, and have all their tries again. */
export async function sendHeldUp(db: Database): Promise<void> {
  if (!wasAway) return;
  const { rowCount } = await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now(), attempts = 1
    where id in (
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send-mail' and j.locked_at is null and j.attempts > 0 and j.run_at > now()
        and j.last_error like ${`${away}%`}
      order by j.run_at limit ${atOnce} for update of j skip locked)`);
  if (rowCount === 0) wasAway = false;
}
