import {
  dayIn,
  type fileForSomebody as endpoint,
  type GuestReceipt,
  incidentWindow,
  message,
  staffMessage,
} from '@baraza/contract';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { account } from '../../../db/schema/tables.ts';
import { validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { useThrottle } from '../../../limits/throttle.store.ts';
import type { Services } from '../../../services.ts';
import { fileAsGuest } from '../guest/submit-guest-complaint.ts';

/** Files a complaint for somebody, as a guest who owns its receipt code. */
export async function fileForSomebody(context: Context<typeof endpoint>): Promise<GuestReceipt> {
  const { services, caller, body, files, headers, request } = context;
  const { source, receivedOn, consent: _, ...fields } = body;
  const { accountId, centre = null } = caller;
  const now = services.clock.now();
  await requireOtherPhone(services, accountId, fields.contactPhone);
  await useThrottle(services.db, services.rates.counterComplaints, ['counter complaint', accountId], now);
  const key = `${accountId} ${headers['idempotency-key'] ?? randomUUID()}`;
  const counter = { filedBy: accountId, centre, receivedAt: receivedAt(services, receivedOn) };
  const receipt = await fileAsGuest(services, { fields, files: files.files, key, source, counter });
  const object = { kind: 'complaint', id: receipt.id, label: receipt.trackingId };
  await recordAuditEvent(services.db, services, request, { action: 'complaint.filed', object, detail: { source } });
  return receipt;
}

/** Refuses the own number, to which messages for the citizen would go. */
async function requireOtherPhone({ db }: Services, accountId: string, phone: string | undefined): Promise<void> {
  if (!phone) return;
  const isOwn = sql<boolean>`phone_end(${account.phone}) = phone_end(${phone})`;
  const [own] = await db.select({ isOwn }).from(account).where(eq(account.id, accountId));
  if (own?.isOwn) throw validation({ contactPhone: staffMessage.phoneOwn });
}

/** Returns the moment from which the deadlines count: of an earlier day, the same time of that day. */
function receivedAt({ clock, settings }: Services, day: string | undefined): Date {
  const now = clock.now();
  const today = dayIn(settings.timeZone, now);
  if (!day || day === today) return now;
  const { min, max } = incidentWindow(today);
  if (day < min || day > max) throw validation({ receivedOn: message.incidentDate });
  return new Date(now.getTime() - (Date.parse(today) - Date.parse(day)));
}
