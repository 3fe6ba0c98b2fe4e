import { eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import { hmacSha256 } from '../crypto/digest.ts';
import type { Keys } from '../crypto/keys.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { Database } from '../db/database.ts';
import { account, channelContact, channelDialogue, complaint, inboundMessage, delivery } from '../db/schema/tables.ts';

type ContactKeys = Pick<Keys, 'channel' | 'number'>;

/** The number of a guest who filed by a channel, or of an account. */
export interface Contact {
  readonly number: string;
  /** Key of the filing, from which the receipt code is derived; empty for an account. */
  readonly key: string;
}

/** Whether a number was unused so long that it may be somebody else's now: networks give numbers out again. */
export function isNumberUnused({ phoneUsedAt }: Pick<typeof account.$inferSelect, 'phoneUsedAt'>, now: Date): boolean {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  return phoneUsedAt !== null && phoneUsedAt < yearAgo;
}

/** Hashes a number for storing. */
export const hashNumber = ({ number: key }: ContactKeys, number: string): Buffer => hmacSha256(key, number);

/** Keeps the number from which a guest filed. */
export async function insertContact(
  db: Database,
  keys: ContactKeys,
  { accountId, channel, ...contact }: Contact & { readonly accountId: string; readonly channel: string },
): Promise<void> {
  const sealed = seal(keys.channel, JSON.stringify(contact));
  const row = { accountId, channel, numberHash: hashNumber(keys, contact.number), sealed };
  await db.insert(channelContact).values(row).onConflictDoNothing();
}

/** Keeps the number by which an account is reached, in place of an earlier one. */
export async function replaceContact(db: Database, keys: ContactKeys, contact: Parameters<typeof insertContact>[2]) {
  await db.delete(channelContact).where(eq(channelContact.accountId, contact.accountId));
  await insertContact(db, keys, contact);
}

/** Finds the number of a guest, or of who registered by telephone; undefined for everybody else. */
export async function findContact(db: Database, keys: ContactKeys, accountId: string) {
  const [row] = await db
    .select({ ...getTableColumns(channelContact), phoneUsedAt: account.phoneUsedAt, language: account.language })
    .from(channelContact)
    .innerJoin(account, eq(account.id, channelContact.accountId))
    .where(eq(channelContact.accountId, accountId));
  return row && { ...row, ...(JSON.parse(unseal(keys.channel, row.sealed)) as Contact) };
}

/** Replaces the key of the receipt code that a guest gets by their channel. */
export async function renewContactKey(db: Database, keys: ContactKeys, accountId: string, key: string): Promise<void> {
  const contact = await findContact(db, keys, accountId);
  if (!contact) return;
  const sealed = seal(keys.channel, JSON.stringify({ number: contact.number, key }));
  await db.update(channelContact).set({ sealed }).where(eq(channelContact.accountId, accountId));
}

/** Ends or begins messages to a number. */
export async function stopContact(db: Database, numberHash: Buffer, stopped: boolean): Promise<void> {
  await db.update(channelContact).set({ stopped }).where(eq(channelContact.numberHash, numberHash));
}

/** Erases number and deliveries of an account; what arrived from the number too, if nobody shares it. */
export async function eraseContact(db: Database, accountId: string): Promise<void> {
  await db.delete(delivery).where(eq(delivery.citizenId, accountId));
  const [gone] = await db.delete(channelContact).where(eq(channelContact.accountId, accountId)).returning();
  if (!gone || (await db.$count(channelContact, eq(channelContact.numberHash, gone.numberHash))) > 0) return;
  await db.delete(inboundMessage).where(eq(inboundMessage.numberHash, gone.numberHash));
  await db.delete(channelDialogue).where(eq(channelDialogue.numberHash, gone.numberHash));
}

/** Deletes the mails that answered complaints. */
export async function eraseMails(db: Database, which: SQL): Promise<void> {
  const ids = db.select({ id: complaint.id }).from(complaint).where(which);
  await db.delete(inboundMessage).where(inArray(inboundMessage.complaintId, ids));
}
