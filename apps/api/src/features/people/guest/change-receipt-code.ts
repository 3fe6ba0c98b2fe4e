import type { changeReceiptCode as endpoint } from '@baraza/contract';
import { and, eq, isNotNull } from 'drizzle-orm';
import { endSessions } from '../../../auth/session/session.store.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import { notFound } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { renewContactKey } from '../../../mail/channel-contact.store.ts';
import { hashReceiptCode, receiptCodeOf } from './open-guest-session.ts';

/** Shows a new receipt code; once kept, the old one and whoever filed the complaint for its citizen lose it. */
export async function changeReceiptCode({ services, caller, body }: Context<typeof endpoint>) {
  const { db, keys } = services;
  const { accountId, sessionId } = caller;
  const code = receiptCodeOf(keys, `${accountId} ${body.key}`);
  const isOwn = and(eq(complaint.id, body.id), eq(complaint.citizenId, accountId));
  await db.transaction(async (tx) => {
    const isGuest = and(eq(account.id, accountId), isNotNull(account.receiptHash));
    const [guest] = await tx.select({ id: account.id }).from(account).where(isGuest).for('update');
    if (!guest || (await tx.$count(complaint, isOwn)) === 0) throw notFound();
    if (!body.kept) return;
    await tx
      .update(account)
      .set({ receiptHash: hashReceiptCode(keys, code) })
      .where(isGuest);
    await tx.update(complaint).set({ centre: null }).where(isOwn);
    await renewContactKey(tx, keys, accountId, `${accountId} ${body.key}`);
    await endSessions(tx, accountId, sessionId);
  });
  return { receiptCode: code };
}
