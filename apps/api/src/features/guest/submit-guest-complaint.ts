import { createHash, randomUUID } from 'node:crypto';
import { type GuestComplaint, type GuestReceipt, isProof, message, proofText } from '@baraza/contract';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/schema/tables.ts';
import type { ReceivedFile } from '../../files/uploads.ts';
import { conflict, validation } from '../../http/errors.ts';
import { findKey } from '../../limits/submission-key.store.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import { guestAddress } from '../../mail/erased.ts';
import type { Services } from '../../services.ts';
import { submitComplaint } from '../complaint/submit/submit-complaint.ts';
import { guestIdOf, hashReceiptCode, receiptCodeOf } from './receipt-code.ts';

interface GuestRequest {
  readonly fields: GuestComplaint;
  readonly files: readonly ReceivedFile[];
  readonly key: string | undefined;
  readonly proof: string | undefined;
}

/** Files a complaint under a guest account of its own, once for each key, and returns its receipt. */
export async function submitGuestComplaint(services: Services, request: GuestRequest): Promise<GuestReceipt> {
  const { key = randomUUID(), proof } = request;
  if (!isProven(key, proof)) {
    await useThrottle(services.db, services.rates.unprovenComplaints, ['unproven complaints'], services.clock.now());
  }
  const { contactName: name = '', contactPhone: phone = '', ...fields } = request.fields;
  if (fields.identity === 'anonymous' && (name || phone)) throw validation({ identity: message.anonymousContact });
  const id = guestIdOf(services.keys, key);
  const receiptCode = receiptCodeOf(services.keys, key);
  const filed = await services.db.transaction(async (tx) => {
    const receiptHash = hashReceiptCode(services.keys, receiptCode);
    await insertGuest(tx, services, { id, key, receiptHash, firstName: name, phone: phone || null });
    return submitComplaint({ ...services, db: tx }, guestCaller(id), { fields, files: request.files, key });
  });
  return { id: filed.id, trackingId: filed.trackingId, receiptCode };
}

function isProven(key: string, proof: string | undefined): boolean {
  return proof !== undefined && isProof(createHash('sha256').update(proofText(key, proof)).digest());
}

type NewGuest = Pick<typeof account.$inferInsert, 'id' | 'receiptHash' | 'firstName' | 'phone'> & {
  readonly key: string;
};

async function insertGuest(tx: Database, { clock }: Services, { key, ...guest }: NewGuest): Promise<void> {
  const now = clock.now();
  // Verified, so that it is not purged as an unconfirmed registration.
  const inserted = await tx
    .insert(account)
    .values({
      ...guest,
      role: 'citizen',
      lastName: '',
      email: guestAddress(guest.id),
      emailVerifiedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: account.id });
  // A key from long ago, whose result is forgotten: a guest has one complaint.
  if (inserted.length === 0 && !(await findKey(tx, guest.id, key))) throw conflict(message.keyReused);
}

/** A guest as caller, without a session. */
export function guestCaller(accountId: string): Caller {
  return { accountId, role: 'citizen', mdaId: null, sessionId: '', isGuest: true };
}
