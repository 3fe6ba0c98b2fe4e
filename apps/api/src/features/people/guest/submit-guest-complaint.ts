import type { Source } from '@baraza/contract/complaint/state';
import { createHash, randomUUID } from 'node:crypto';
import {
  type GuestComplaint,
  type GuestReceipt,
  type IdentityLevel,
  isProof,
  type Language,
  message,
  proofText,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { deleteIdleGuests } from '../../../auth/account.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { hashSubmissionKey } from '../../../crypto/digest.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import { conflict, validation } from '../../../http/errors.ts';
import { findKey } from '../../../limits/submission-key.store.ts';
import { useNetworkThrottle } from '../../../limits/network-throttle.ts';
import { guestAddress } from '../../../mail/erased.ts';
import type { Services } from '../../../services.ts';
import type { CounterFiling } from '../../complaint/submit/draft-complaint.ts';
import { submitComplaint } from '../../complaint/submit/submit-complaint.ts';
import type { PersonName } from '../../../domain/person-name.ts';
import { guestIdOf, hashReceiptCode, receiptCodeOf } from './open-guest-session.ts';

interface GuestFiling {
  readonly fields: Omit<GuestComplaint, 'identity'> & { readonly identity: IdentityLevel };
  readonly files: readonly ReceivedFile[];
  readonly key: string;
  readonly language?: Language | undefined;
  /** For a channel, which speaks to its guests later in the same language. */
  readonly source?: Source;
  readonly counter?: CounterFiling;
}

interface GuestRequest extends Omit<GuestFiling, 'fields' | 'key' | 'source' | 'counter'> {
  readonly fields: GuestComplaint;
  readonly key: string | undefined;
  readonly proof: string | undefined;
  /** Counted, not kept. */
  readonly network: string;
}

/** Files a complaint under a guest account of its own, once for each key. */
export async function submitGuestComplaint(services: Services, request: GuestRequest): Promise<GuestReceipt> {
  const { db, keys, rates, clock } = services;
  const { key = randomUUID(), proof, network } = request;
  const id = guestIdOf(keys, key);
  // A repeat files nothing.
  if (!isProven(key, proof) && !(await findKey(db, id, hashSubmissionKey(keys, key)))) {
    await useNetworkThrottle(db, rates.unprovenComplaints, { use: 'unproven complaint', network }, clock.now());
  }
  return fileAsGuest(services, { ...request, key });
}

/** Files a complaint under a guest account of its own, without the limits of networks. */
export async function fileAsGuest(services: Services, filing: GuestFiling): Promise<GuestReceipt> {
  const { db, keys } = services;
  const { key, files, language, source, counter } = filing;
  const id = guestIdOf(keys, key);
  const { contactName: name = '', contactPhone: phone = '', ...fields } = filing.fields;
  if (fields.identity === 'anonymous' && (name || phone)) throw validation({ identity: message.unwantedContact });
  if (fields.identity === 'named' && !name) throw validation({ contactName: message.required });
  const receiptCode = receiptCodeOf(keys, key);
  const receiptHash = hashReceiptCode(keys, receiptCode);
  const spoken = source && language ? { language } : {};
  await insertGuest(services, { id, key, receiptHash, ...splitName(name), phone: phone || null, ...spoken });
  try {
    // Not in one transaction with the guest, which would hold a connection while files are stored.
    const caller = { ...guestCaller(id), language };
    const filed = await submitComplaint(services, caller, { fields, files, key, source, counter });
    return { id: filed.id, trackingId: filed.trackingId, receiptCode, promise: filed.promise };
  } catch (error) {
    // Fails while a parallel request files. The clean-up job deletes leftovers.
    await deleteIdleGuests(db, eq(account.id, id)).catch(() => {});
    throw error;
  }
}

/** Splits off the last word as last name. The full name is then found in texts and redacted. */
function splitName(name: string): PersonName {
  const [, firstName = name, lastName = ''] = /^(.+?) +([^ ]+)$/u.exec(name) ?? [];
  return { firstName, lastName };
}

function isProven(key: string, proof: string | undefined): boolean {
  return proof !== undefined && isProof(createHash('sha256').update(proofText(key, proof)).digest());
}

type NewGuest = PersonName &
  Pick<typeof account.$inferInsert, 'id' | 'receiptHash' | 'phone' | 'language'> & { readonly key: string };

async function insertGuest({ db, clock, keys }: Services, { key, ...guest }: NewGuest): Promise<void> {
  const now = clock.now();
  const row = {
    ...guest,
    role: 'citizen',
    email: guestAddress(guest.id),
    // Keeps it from being purged as an unconfirmed registration.
    emailVerifiedAt: now,
    createdAt: now,
  } as const;
  const inserted = await db.insert(account).values(row).onConflictDoNothing();
  if (inserted.rowCount === 1) return;
  const { firstName, lastName, phone, receiptHash } = account;
  const [kept] = await db
    .select({ firstName, lastName, phone, receiptHash })
    .from(account)
    .where(eq(account.id, guest.id));
  const isSame = kept?.firstName === guest.firstName && kept.lastName === guest.lastName && kept.phone === guest.phone;
  // Whoever filed it must not get the code that its citizen changed.
  const isChanged = !guest.receiptHash || !kept?.receiptHash?.equals(guest.receiptHash);
  const hasFiled = (await db.$count(complaint, eq(complaint.citizenId, guest.id))) > 0;
  // An old key whose result was purged: a guest has one complaint.
  const isForgotten = hasFiled && !(await findKey(db, guest.id, hashSubmissionKey(keys, key)));
  if (!isSame || isChanged || isForgotten) throw conflict(message.keyReused);
}

/** Returns a guest as caller, without a session. */
export function guestCaller(accountId: string): Caller {
  return { accountId, role: 'citizen', mdaId: null, sessionId: '', isGuest: true };
}
