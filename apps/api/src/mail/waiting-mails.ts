import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Mail } from './mailer.ts';
import { unseal } from '../crypto/seal.ts';
import type { Services } from '../services.ts';

const batch = 500;

/** What a mail says, and to whom. */
export type WrittenMail = Pick<Mail, 'to' | 'subject' | 'text'>;

/** Takes mails that wait to be sent out of the queue. They lie there sealed, so each has to be opened to be known. */
export async function dropWaitingMails(
  db: Database,
  { keys }: Pick<Services, 'keys'>,
  isUnwanted: (mail: WrittenMail) => boolean,
): Promise<void> {
  let after = '0';
  for (let more = true; more;) {
    const { rows } = await db.execute<{ id: string; sealed: string | null }>(sql`
      select j.id::text as id, j.payload ->> 'sealed' as sealed
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send-mail' and j.id > ${after}::bigint
      order by j.id limit ${batch}`);
    const unwanted = rows.filter(({ sealed }) => {
      const mail = sealed === null ? undefined : open(keys.mail, sealed);
      return mail !== undefined && isUnwanted(mail);
    });
    const ids = sql.param(unwanted.map(({ id }) => id));
    if (unwanted.length > 0)
      await db.execute(sql`delete from graphile_worker._private_jobs where id = any(${ids}::bigint[])`);
    after = rows.at(-1)?.id ?? after;
    more = rows.length === batch;
  }
}

/** A mail that was sealed with another key can be sent by nobody any more. */
function open(key: Buffer, sealed: string): Mail | undefined {
  try {
    return JSON.parse(unseal(key, sealed)) as Mail;
  } catch {
    return undefined;
  }
}
