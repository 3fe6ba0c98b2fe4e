import type { BodyOf } from '@baraza/contract/core/endpoint';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import { message } from '@baraza/contract/core/message';
import type { createSavedReply, SavedReply, updateSavedReply } from '@baraza/contract/saved-reply/saved-reply';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import { type RequestActor, mdaOf } from '../../auth/session/request-actor.ts';
import { conflict, notFound, validation } from '../../http/errors.ts';
import { requireSeen } from '../../http/version.ts';
import { findCategory } from '../category/category.store.ts';
import * as store from './saved-reply.store.ts';

/** Saves a reply for the officers of the caller's MDA. */
export async function addSavedReply(doing: RequestActor, given: BodyOf<typeof createSavedReply>): Promise<SavedReply> {
  const { services, caller } = doing;
  const [id, mdaId] = [crypto.randomUUID(), mdaOf(caller)];
  return services.db.transaction(async (tx) => {
    await requireCategory(tx, given.category);
    if (!(await store.insertSavedReply(tx, { ...given, id, mdaId, updatedAt: services.clock.now() }))) throw taken();
    await audit(tx, doing, 'created', id, given.title);
    return there(await store.lockSavedReply(tx, mdaId, id));
  });
}

/** Changes a saved reply of the caller's MDA. */
export async function changeSavedReply(
  doing: RequestActor,
  id: string,
  { version, ...given }: BodyOf<typeof updateSavedReply>,
): Promise<SavedReply> {
  const { services, caller } = doing;
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    const before = there(await store.lockSavedReply(tx, mdaId, id));
    requireSeen(version, before);
    if (given.category !== before.category?.id) await requireCategory(tx, given.category);
    const { category: categoryId, title = before.title, ...rest } = given;
    const other = await store.findWithTitle(tx, mdaId, title);
    if (other !== undefined && other !== id) throw taken();
    const change = { ...rest, title, updatedAt: services.clock.now() };
    await store.updateSavedReply(tx, id, categoryId === undefined ? change : { ...change, categoryId });
    await audit(tx, doing, 'changed', id, title);
    return there(await store.lockSavedReply(tx, mdaId, id));
  });
}

/** Removes a saved reply of the caller's MDA. What was sent with it stays. */
export async function dropSavedReply(doing: RequestActor, id: string, version: number): Promise<void> {
  await doing.services.db.transaction(async (tx) => {
    const before = there(await store.lockSavedReply(tx, mdaOf(doing.caller), id));
    requireSeen(version, before);
    await store.removeSavedReply(tx, id);
    await audit(tx, doing, 'removed', id, before.title);
  });
}

function there(reply: SavedReply | undefined): SavedReply {
  if (!reply) throw notFound();
  return reply;
}

async function requireCategory(db: Database, id: string | null | undefined): Promise<void> {
  if (id && !(await findCategory(db, 'complaint', id))) throw validation({ category: message.invalid });
}

function taken() {
  return conflict(keepMessage.savedReplyTaken, { title: keepMessage.savedReplyTaken });
}

type Change = 'created' | 'changed' | 'removed';

function audit(db: Database, { services, request }: RequestActor, change: Change, id: string, title: string) {
  const object = { kind: 'saved-reply', id, label: title };
  return recordAuditEvent(db, services, request, { action: 'saved-reply.changed', object, detail: { change } });
}
