import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { type Context, mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { listCategories } from '../../reference/category.store.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { recordAuditEvent } from '../../../audit/audit.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { category } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { conflict, notFound, requireSeen } from '../../../http/errors.ts';

/** Mounts the lists of categories to choose from, and the administrator's calls. */
export function categoryRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listComplaintCategories, ({ services }) => listCategories(services.db, 'complaint'));
  mount(app, all, contract.listFeedbackCategories, ({ services }) => listCategories(services.db, 'feedback'));

  mount(app, all, contract.listAllCategories, ({ services }) => listAllCategories(services.db));
  mount(app, all, contract.createCategory, addCategory);
  mount(app, all, contract.updateCategory, changeCategory);
}

type Row = typeof category.$inferSelect;

async function listAllCategories(db: Database): Promise<contract.AdminCategory[]> {
  const rows = await db.select().from(category).orderBy(asc(category.kind), asc(category.position), asc(category.name));
  return rows.map(toAdminCategory);
}

function addCategory(context: Context<typeof contract.createCategory>): Promise<contract.AdminCategory[]> {
  const { kind, name } = context.body;
  return withCategoriesLocked(context, async (tx) => {
    const others = await listOfKind(tx, kind);
    if (others.some((other) => other.name === name)) throw taken();
    const [id, position] = [crypto.randomUUID(), Math.max(-1, ...others.map((other) => other.position)) + 1];
    await tx.insert(category).values({ id, kind, name, position });
    await audit(tx, context, { id, name }, 'created');
  });
}

/** Renames, moves, activates or deactivates a category; complaints filed under it keep it. */
function changeCategory(context: Context<typeof contract.updateCategory>): Promise<contract.AdminCategory[]> {
  const { id } = context.params;
  return withCategoriesLocked(context, async (tx) => {
    const [before] = await tx.select().from(category).where(eq(category.id, id));
    if (!before) throw notFound();
    requireSeen(context.body.version, toAdminCategory(before));
    const others = (await listOfKind(tx, before.kind)).filter((other) => other.id !== id);
    const { name = before.name, active = before.active, place } = context.body;
    if (others.some((other) => other.name === name)) throw taken();
    if (!active && !others.some((other) => other.active)) throw conflict(contract.staffMessage.categoryLast);
    await updateVersioned(tx, category, id, { name, active });
    if (place !== undefined) await putInOrder(tx, others.map((other) => other.id).toSpliced(place, 0, id));
    const switched = active === before.active ? undefined : active ? 'switched on' : 'switched off';
    await audit(tx, context, { id, name }, switched ?? (place === undefined ? 'changed' : 'moved'));
  });
}

/** Applies one change at a time; returns all categories afterwards. Readers do not wait. */
function withCategoriesLocked({ services }: RequestActor, change: (tx: Database) => Promise<void>) {
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    await change(tx);
    return listAllCategories(tx);
  });
}

/** Advisory lock; any number that no other lock uses. */
const lock = 7_220_416;

function listOfKind(db: Database, kind: Row['kind']): Promise<Row[]> {
  return db.select().from(category).where(eq(category.kind, kind)).orderBy(asc(category.position), asc(category.name));
}

/** Numbers categories in the order of the ids, without changing their versions. */
async function putInOrder(db: Database, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await db.update(category).set({ position }).where(eq(category.id, id));
}

const toAdminCategory = (row: Row) => pick(row, ['id', 'kind', 'name', 'names', 'active', 'version']);

function audit(db: Database, { services, request }: RequestActor, { id, name: label }: contract.Named, change: string) {
  const object = { kind: 'category', id, label };
  return recordAuditEvent(db, services, request, { action: 'category.changed', object, detail: { change } });
}

const taken = () => conflict(contract.staffMessage.categoryTaken, 'name');
