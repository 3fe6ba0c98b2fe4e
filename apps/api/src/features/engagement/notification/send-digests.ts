import * as contract from '@baraza/contract';
import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isShown } from '../../../db/row-security/shown-notification.ts';
import { account, complaint, notification } from '../../../db/schema/tables.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Services } from '../../../services.ts';
import { dayOf, isWorkingDay, startOfDay, type WorkingCalendar } from '../../../domain/working-days.ts';

const hour = 3_600_000;
const morning = 7;
/** Notifications in one mail; nobody reads longer ones, and the bell has the rest. */
const most = 50;

/** Mails staff the notifications unread this morning, each once, however often it runs. */
export async function sendDigests(services: Services): Promise<void> {
  const { db, clock, settings, log } = services;
  const until = lastMorning(settings, clock.now());
  for (const reader of await findDigestReaders(db)) {
    try {
      await db.transaction((tx) => sendDigest(tx, services, reader, 'daily', until));
    } catch (error) {
      // One failure must not hold up the others.
      log.error({ err: error, account: reader.id }, 'The daily mail to a member of staff could not be written.');
    }
  }
}

/** Mails one of the staff a list of steps taken at once, if wanted. */
export async function mailBulk(services: Services, { accountId }: { accountId: string }): Promise<void> {
  const { db, clock } = services;
  const [reader] = await findDigestReaders(db, accountId);
  if (reader) await db.transaction((tx) => sendDigest(tx, services, reader, 'now', clock.now()));
}

async function sendDigest(
  tx: Database,
  services: Services,
  reader: DigestReader,
  time: contract.MailTime,
  until: Date,
): Promise<void> {
  const { clock, settings } = services;
  const taken = await takeForDigest(tx, reader.id, kindsMailed(reader, time), until, clock.now());
  if (taken.length === 0) return;
  const desk = `${settings.publicUrl}/desk`;
  const lines = taken
    .slice(0, most)
    .map(
      ({ kind, trackingId, complaintId, step }) =>
        `${contract.staffEmailOf(kind).title}: ${trackingId}\n${desk}${contract.notificationLink(complaintId, step)}`,
    );
  const rest = taken.length - lines.length;
  await enqueueMail(tx, services, {
    to: reader.email,
    notificationIds: taken.map(({ id }) => id),
    subject: taken.length === 1 ? '1 thing is new at the desk' : `${taken.length} things are new at the desk`,
    text: [
      'New since the last mail, and not read yet:',
      ...lines,
      ...(rest > 0 ? [`And ${rest} more: ${desk}`] : []),
    ].join('\n\n'),
  });
}

function kindsMailed({ mailTimes }: DigestReader, time: contract.MailTime): contract.StaffEmailKind[] {
  const times = { ...contract.emailTopics, ...mailTimes };
  return Object.entries<contract.StaffEmail>(contract.staffEmails)
    .filter(([, { topic }]) => times[topic] === time)
    .map(([kind]) => kind as contract.StaffEmailKind);
}

/** Returns the last morning of a weekday. */
export function lastMorning({ timeZone, weekend }: Omit<WorkingCalendar, 'holidays'>, now: Date): Date {
  for (let day = dayOf(timeZone, now); ; day -= 1) {
    const at = new Date(startOfDay(timeZone, day).getTime() + morning * hour);
    if (at <= now && isWorkingDay({ timeZone, weekend, holidays: new Set() }, day)) return at;
  }
}

const { id, email, mailTimes } = account;
const isWaiting = and(isNull(notification.readAt), isNull(notification.mailedAt));

type DigestReader = Pick<typeof account.$inferSelect, 'id' | 'email' | 'mailTimes'>;

async function findDigestReaders(db: Database, only?: string): Promise<DigestReader[]> {
  const waiting = db
    .select({ one: sql`1` })
    .from(notification)
    .where(and(eq(notification.accountId, id), isWaiting));
  return db
    .select({ id, email, mailTimes })
    .from(account)
    .where(
      and(
        ne(account.role, 'citizen'),
        isNull(account.disabledAt),
        only ? eq(id, only) : undefined,
        sql`exists ${waiting}`,
      ),
    )
    .orderBy(asc(id));
}

/** Takes the notifications for a reader's daily mail, oldest first, and marks them as mailed. */
async function takeForDigest(
  db: Database,
  accountId: string,
  kinds: readonly contract.StaffEmailKind[],
  until: Date,
  now: Date,
) {
  const rows = await db
    .update(notification)
    .set({ mailedAt: now })
    .from(complaint)
    .where(
      and(
        eq(notification.accountId, accountId),
        isWaiting,
        inArray(notification.kind, [...kinds]),
        lte(notification.createdAt, until),
        eq(complaint.id, notification.complaintId),
        isShown(),
      ),
    )
    .returning({
      id: notification.id,
      kind: sql<contract.StaffEmailKind>`${notification.kind}`,
      step: notification.step,
      complaintId: complaint.id,
      trackingId: complaint.trackingId,
      seq: notification.seq,
    });
  return rows.toSorted((a, b) => a.seq - b.seq);
}
