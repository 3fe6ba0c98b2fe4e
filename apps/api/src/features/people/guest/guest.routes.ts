import * as contract from '@baraza/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { complaint, file, notification, survey } from '../../../db/schema/tables.ts';
import { AppError, validation } from '../../../http/errors.ts';
import { type Context, mount } from '../../../http/mount.ts';
import { languageOf, networkOf } from '../../../http/network.ts';
import type { Services } from '../../../services.ts';
import { listCategories } from '../../reference/category.store.ts';
import { handFollowingOver } from '../../public/known-issue/known-issue.store.ts';
import { listMdasWithJurisdictions } from '../../reference/mda.store.ts';
import { eraseGuest } from '../privacy/anonymity.store.ts';
import { changeReceiptCode } from './change-receipt-code.ts';
import { findGuest, openGuestSession } from './open-guest-session.ts';
import { submitGuestComplaint as submit } from './submit-guest-complaint.ts';

/** Mounts the calls for complaints without an account. */
export function guestRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, contract.listGuestChoices, () => listChoices(services));

  mount(app, services, contract.submitGuestComplaint, async ({ body: fields, files: sent, headers, request }) => {
    const { 'idempotency-key': key, 'proof-of-work': proof } = headers;
    const files = [...sent.files, ...sent.audio];
    const network = networkOf(request);
    return submit(services, { fields, files, key, proof, network, language: languageOf(request) });
  });

  mount(app, services, contract.openGuestSession, openGuestSession);

  mount(app, services, contract.takeOverComplaint, takeOver);
  mount(app, services, contract.changeReceiptCode, changeReceiptCode);
}

/** Lists the MDAs and categories for a complaint without an account. */
export async function listChoices({ db }: Services): Promise<contract.GuestChoices> {
  const [mdas, categories] = await Promise.all([listMdasWithJurisdictions(db), listCategories(db, 'complaint')]);
  return { mdas, categories };
}

/** Moves a guest's complaint into the caller's account; the receipt code stops working. @throws AppError 400 or 429 */
async function takeOver({ services, caller, body, request }: Context<typeof contract.takeOverComplaint>) {
  const wrong = () => validation({ receiptCode: contract.message.receiptWrong });
  const { id, accountId: guestId } = await findGuest(services, body, request).catch((error: unknown) => {
    // A 401 would sign the caller out.
    throw error instanceof AppError && error.code === 'INVALID_CREDENTIALS' ? wrong() : error;
  });
  await services.db.transaction(async (tx) => {
    const { accountId } = caller;
    if (!(await eraseGuest(tx, guestId, services.clock.now()))) throw wrong();
    await tx.update(complaint).set({ citizenId: accountId, centre: null }).where(eq(complaint.id, id));
    await handFollowingOver(tx, id, guestId, accountId);
    await tx.update(survey).set({ citizenId: accountId }).where(eq(survey.complaintId, id));
    await tx.update(file).set({ accountId }).where(eq(file.accountId, guestId));
    await tx.update(notification).set({ accountId }).where(eq(notification.accountId, guestId));
  });
  return { id };
}
