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

/** Adds a saved reply for the officers of the caller's MDA. */
export async function addSavedReply(actor: RequestActor, fields: BodyOf<typeof createSavedReply>): Promise<SavedReply> {
  const { services, caller } = actor;
  const [id, mdaId] = [crypto.randomUUID(), mdaOf(caller)];
  return services.db.transaction(async (tx) => {
    await requireCategory(tx, fields.category);
    if (!(await store.insertSavedReply(tx, { ...fields, id, mdaId, updatedAt: services.clock.now() }))) throw taken();
    await audit(tx, actor, 'created', id, fields.title);
    return there(await store.lockSavedReply(tx, mdaId, id));
  });
}

/** Changes a saved reply of the caller's MDA. */
export async function changeSavedReply(
  actor: RequestActor,
  id: string,
  { version, ...fields }: BodyOf<typeof updateSavedReply>,
): Promise<SavedReply> {
  const { services, caller } = actor;
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    const before = there(await store.lockSavedReply(tx, mdaId, id));
    requireSeen(version, before);
    if (fields.category !== before.category?.id) await requireCategory(tx, fields.category);
    const { category: categoryId, title = before.title, ...rest } = fields;
    const other = await store.findWithTitle(tx, mdaId, title);
    if (other !== undefined && other !== id) throw taken();
    const change = { ...rest, title, updatedAt: services.clock.now() };
    await store.updateSavedReply(tx, id, categoryId === undefined ? change : { ...change, categoryId });
    await audit(tx, actor, 'changed', id, title);
    return there(await store.lockSavedReply(tx, mdaId, id));
  });
}

/** Removes a saved reply of the caller's MDA. */
export async function dropSavedReply(actor: RequestActor, id: string, version: number): Promise<void> {
  await actor.services.db.transaction(async (tx) => {
    const before = there(await store.lockSavedReply(tx, mdaOf(actor.caller), id));
    requireSeen(version, before);
    await store.removeSavedReply(tx, id);
    await audit(tx, actor, 'removed', id, before.title);
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
