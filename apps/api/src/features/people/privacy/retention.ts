import { sql } from 'drizzle-orm';
import { notification } from '../../../db/schema/tables.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { removeOldFromMailFolder } from '../../../mail/mail-folder.ts';
import type { Services } from '../../../services.ts';
import { pruneAudit } from '../../office/audit/prune-audit.store.ts';
import { anonymiseClosed } from './erase-account.ts';

const day = 24 * 3_600_000;
const batch = 5_000;

/** Deletes notifications, mails and audit entries and anonymises complaints after their retention periods. */
export async function applyRetention(services: Services): Promise<void> {
  const { db, clock, settings, keys, log } = services;
  const now = clock.now();
  const { complaintDays, auditMonths, notificationMonths, outboxDays } = settings.retention;
  const complaints =
    complaintDays === undefined ? 0 : await anonymiseClosed(services, new Date(now.getTime() - complaintDays * day));
  const notifications = await purgeNotifications(services, monthsBefore(now, notificationMonths));
  const mails = await removeOldFromMailFolder(settings.dataDir, new Date(now.getTime() - outboxDays * day));
  const entries = await pruneAudit(db, monthsBefore(now, auditMonths), { at: now, keys });
  if (entries > 0) {
    const entry = { at: now, action: 'audit.pruned', outcome: 'done' } as const;
    await recordAudit(db, { ...entry, detail: { entries } });
  }
  if (entries + notifications + mails + complaints > 0)
    log.info({ entries, notifications, mails, complaints }, 'Data past its retention period was removed.');
}

async function purgeNotifications({ db }: Services, before: Date): Promise<number> {
  let gone = 0;
  for (let more = true; more;) {
    const old = sql`select id from ${notification} where created_at < ${before.toISOString()}::timestamptz limit ${batch}`;
    const { rowCount } = await db.execute(sql`delete from ${notification} where id in (${old})`);
    gone += rowCount ?? 0;
    more = rowCount === batch;
  }
  return gone;
}

/** Returns the same day some months earlier, or the last day of that month. */
export function monthsBefore(now: Date, months: number): Date {
  const moved = new Date(now);
  moved.setUTCMonth(now.getUTCMonth() - months);
  if (moved.getUTCDate() !== now.getUTCDate()) moved.setUTCDate(0);
  return moved;
}
