import * as contract from '@baraza/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { lockMda } from '../../../auth/access/access-change.store.ts';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { customField } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { conflict, notFound, requireSeen, validation } from '../../../http/errors.ts';
import { type Context, mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { findCategory } from '../../reference/category.store.ts';
import { listAsked, listFields } from '../../reference/custom-field.store.ts';

/** Mounts the calls for custom fields. */
export function customFieldRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listCustomFields, ({ services, caller, query: { mda } }) => {
    const office = caller.mdaId ?? mda;
    if (!office) throw notFound();
    return listFields(services.db, office);
  });
  mount(app, all, contract.createCustomField, addField);
  mount(app, all, contract.updateCustomField, editField);
  mount(app, all, contract.listAskedFields, async ({ services, params }) =>
    (await listAsked(services.db, params.id)).map((field) => ({
      ...pick(field, ['id', 'category', 'name', 'type', 'personal']),
      options: field.options.filter(({ active }) => active),
    })),
  );
}

function addField(context: Context<typeof contract.createCustomField>): Promise<contract.CustomField> {
  const { category: categoryId, ...body } = context.body;
  return changing(context, async (tx, mdaId) => {
    if (!(await findCategory(tx, 'complaint', categoryId))) throw validation({ category: contract.message.invalid });
    const id = crypto.randomUUID();
    const position = await tx.$count(customField, eq(customField.mdaId, mdaId));
    await tx.insert(customField).values({ ...body, id, mdaId, categoryId, position });
    return { id, change: 'created' };
  });
}

function editField(context: Context<typeof contract.updateCustomField>): Promise<contract.CustomField> {
  const { params, body } = context;
  return changing(context, async (tx, mdaId) => {
    const [before] = await listFields(tx, mdaId, eq(customField.id, params.id));
    if (!before) throw notFound();
    const { version, ...change } = body;
    requireSeen(version, before);
    // Complaints name options by id.
    const isKept = before.options.every(({ id }) => change.options?.some((option) => option.id === id) ?? true);
    if (!isKept) throw validation({ options: contract.staffMessage.optionMissing });
    await updateVersioned(tx, customField, params.id, change);
    return { id: params.id, change: `changed: ${Object.keys(change).join(', ')}` };
  });
}

/** Makes a change, checks what holds of all fields after it, and audits it. */
function changing(
  context: RequestActor,
  make: (tx: Database, mdaId: string) => Promise<{ id: string; change: string }>,
): Promise<contract.CustomField> {
  const { services, caller, request } = context;
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    await lockMda(tx, mdaId);
    const { id, change } = await make(tx, mdaId);
    const [after] = await listFields(tx, mdaId, eq(customField.id, id));
    const { category, name, type, options } = after!;
    if ((type === 'list') !== options.length > 0) throw validation({ options: contract.staffMessage.optionMissing });
    const others = await listFields(tx, mdaId, and(eq(customField.categoryId, category), ne(customField.id, id)));
    if (others.some((other) => other.name === name)) throw conflict(contract.staffMessage.fieldTaken, 'name');
    if (after!.active && others.filter(({ active }) => active).length >= contract.customFieldsMax)
      throw conflict(contract.staffMessage.fieldsFull, 'category');
    const object = { kind: 'custom-field', id, label: name };
    await recordAuditEvent(tx, services, request, { action: 'custom-field.changed', object, detail: { change } });
    return after!;
  });
}
