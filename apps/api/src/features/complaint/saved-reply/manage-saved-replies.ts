import * as contract from '@baraza/contract';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { category, savedReply } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { conflict, notFound, requireSeen, validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { findCategory } from '../../reference/category.store.ts';
import { isKeptBy, isKeptFor, keeperOf } from '../../reference/kept.ts';
import { findFilterNames } from '../../reference/filter-names.store.ts';
import { todayOf } from '../../reference/today.ts';

/** Adds a saved reply for the caller, or for the officers of their MDA. */
export async function addSavedReply(context: Context<typeof contract.createSavedReply>): Promise<contract.SavedReply> {
  const { services, caller, body } = context;
  const { shared, ...reply } = body;
  const own = { id: crypto.randomUUID(), updatedAt: services.clock.now() };
  const row = { ...reply, ...keeperOf(caller, shared), ...own };
  return services.db.transaction(async (tx) => {
    await requireCategory(tx, body.category);
    await requireNameable(tx, context, body.actions, {});
    if (!(await insertSavedReply(tx, row))) throw taken();
    await audit(tx, context, row, 'created');
    return lockOwn(tx, context, row.id);
  });
}

/** Changes a saved reply of the caller, or of their MDA. */
export async function changeSavedReply(context: Context<typeof contract.updateSavedReply>) {
  const { services, caller, params, body } = context;
  return services.db.transaction(async (tx) => {
    const before = await lockOwn(tx, context, params.id);
    const { version, category: categoryId, title = before.title, ...rest } = body;
    requireSeen(version, before);
    if (categoryId !== before.category?.id) await requireCategory(tx, categoryId);
    await requireNameable(tx, context, body.actions, before.actions);
    const isBeside = isKeptBy(savedReply, keeperOf(caller, before.shared));
    const others = and(isBeside, eq(savedReply.title, title), ne(savedReply.id, params.id));
    if (await tx.$count(savedReply, others)) throw taken();
    const change = { ...rest, title, updatedAt: services.clock.now() };
    await updateVersioned(tx, savedReply, params.id, categoryId === undefined ? change : { ...change, categoryId });
    await audit(tx, context, { id: params.id, title }, 'changed');
    return lockOwn(tx, context, params.id);
  });
}

/** Removes a saved reply of the caller, or of their MDA. */
export async function dropSavedReply(context: Context<typeof contract.deleteSavedReply>): Promise<void> {
  await context.services.db.transaction(async (tx) => {
    const before = await lockOwn(tx, context, context.params.id);
    requireSeen(context.query.version, before);
    await tx.delete(savedReply).where(eq(savedReply.id, before.id));
    await audit(tx, context, before, 'removed');
  });
}

async function lockOwn(tx: Database, context: RequestActor, id: string): Promise<contract.SavedReply> {
  const { caller } = context;
  const which = and(eq(savedReply.id, id), isKeptFor(savedReply, caller));
  const [reply] = await withNames(tx, context, await selectReplies(tx).where(which).for('update', { of: savedReply }));
  if (!reply) throw notFound();
  keeperOf(caller, reply.shared);
  return reply;
}

/** Refuses actions that name something gone, unless they named it before. */
async function requireNameable(
  tx: Database,
  { services, caller }: RequestActor,
  actions: contract.SavedActions = {},
  before: contract.SavedActions = {},
): Promise<void> {
  const { category: categoryId, assignee, unit } = actions;
  if (categoryId !== before.category) await requireCategory(tx, categoryId);
  const ids = [assignee, unit].filter((id) => id !== undefined && !idsIn(before).includes(id)) as string[];
  const { present } = await findFilterNames(tx, mdaOf(caller), ids, todayOf(services));
  if (!ids.every((id) => present.has(id))) throw validation({ actions: contract.message.invalid });
}

const idsIn = ({ category: categoryId, assignee, unit }: contract.SavedActions): string[] =>
  [categoryId, assignee, unit].filter((id) => id !== undefined);

async function requireCategory(db: Database, id: string | null | undefined): Promise<void> {
  if (id && !(await findCategory(db, 'complaint', id))) throw validation({ category: contract.message.invalid });
}

const taken = () => conflict(contract.staffMessage.savedReplyTaken, 'title');

function audit(
  db: Database,
  { services, request }: RequestActor,
  { id, title: label }: Pick<contract.SavedReply, 'id' | 'title'>,
  change: string,
) {
  const object = { kind: 'saved-reply', id, label };
  return recordAuditEvent(db, services, request, { action: 'saved-reply.changed', object, detail: { change } });
}

type Row = typeof savedReply.$inferSelect;

/** Lists the saved replies of the caller and of their MDA by title. */
export async function listSavedReplies(context: RequestActor): Promise<contract.SavedReply[]> {
  const { services, caller } = context;
  const all = selectReplies(services.db).where(isKeptFor(savedReply, caller));
  return withNames(services.db, context, await all.orderBy(asc(savedReply.title), asc(savedReply.id)));
}

async function withNames(
  db: Database,
  { services, caller }: RequestActor,
  replies: readonly Omit<contract.SavedReply, 'names'>[],
): Promise<contract.SavedReply[]> {
  const ids = replies.flatMap(({ actions }) => idsIn(actions));
  const { names } = await findFilterNames(db, mdaOf(caller), ids, todayOf(services));
  const namesOf = (actions: contract.SavedActions) =>
    Object.fromEntries(idsIn(actions).flatMap((id) => (names[id] === undefined ? [] : [[id, names[id]]])));
  return replies.map((reply) => ({ ...reply, names: namesOf(reply.actions) }));
}

/** Inserts a saved reply; returns false where there is one with this title beside it. */
export async function insertSavedReply(
  db: Database,
  {
    category: categoryId = null,
    ...row
  }: Omit<contract.NewSavedReply, 'shared'> &
    Pick<Row, 'id' | 'mdaId' | 'updatedAt'> & { readonly ownerId?: string | null },
): Promise<boolean> {
  const inserted = await db
    .insert(savedReply)
    .values({ ...row, categoryId })
    .onConflictDoNothing({ target: [savedReply.mdaId, savedReply.ownerId, savedReply.title] })
    .returning({ id: savedReply.id });
  return inserted.length === 1;
}

function selectReplies(db: Database) {
  const { id, title, text, texts, actions, step, version, ownerId } = savedReply;
  return db
    .select({
      id,
      title,
      text,
      texts,
      actions,
      step,
      version,
      shared: sql<boolean>`${ownerId} is null`,
      category: { id: category.id, name: category.name },
    })
    .from(savedReply)
    .leftJoin(category, eq(category.id, savedReply.categoryId));
}
