import * as contract from '@baraza/contract';
import { and, eq, ne } from 'drizzle-orm';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { lockMda } from '../../../auth/access/access-change.store.ts';
import { announceChange } from '../../../auth/access/request-access-change.ts';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { unit } from '../../../db/schema/tables.ts';
import { conflict, notFound, requireSeen } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { changeUnit, listUnits } from '../../reference/unit.store.ts';

/** Adds a unit to the caller's MDA. */
export async function addUnit(context: Context<typeof contract.createUnit>): Promise<contract.Unit> {
  const [id, mdaId] = [crypto.randomUUID(), mdaOf(context.caller)];
  const { name, ...rest } = context.body;
  return context.services.db.transaction(async (tx) => {
    await lockMda(tx, mdaId);
    await requireFreeName(tx, mdaId, id, name);
    await tx.insert(unit).values({ id, mdaId, name });
    const former = { walled: false, active: false, members: [] };
    return applyChange(tx, context, { id, former, change: { ...rest, active: true }, word: 'created' });
  });
}

/** Changes a unit of the caller's MDA. */
export async function editUnit(context: Context<typeof contract.updateUnit>): Promise<contract.Unit> {
  const { services, caller, params, body } = context;
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    await lockMda(tx, mdaId);
    const [before] = await listUnits(tx, mdaId, params.id);
    if (!before) throw notFound();
    const { version, ...change } = body;
    requireSeen(version, before);
    if (change.name !== undefined) await requireFreeName(tx, mdaId, params.id, change.name);
    const former = { walled: before.walled, active: before.active, members: before.members.map(({ id }) => id) };
    return applyChange(tx, context, { id: params.id, former, change, word: 'changed' });
  });
}

interface Wanted {
  readonly id: string;
  readonly former: { readonly walled: boolean; readonly active: boolean; readonly members: readonly string[] };
  readonly change: Omit<Context<typeof contract.updateUnit>['body'], 'version'>;
  readonly word: string;
}

async function applyChange(tx: Database, context: RequestActor, { id, former, change, word }: Wanted) {
  const { services, caller, request } = context;
  const mdaId = mdaOf(caller);
  const widens = await changeUnit(tx, mdaId, id, change);
  const [after] = await listUnits(tx, mdaId, id);
  const object = { kind: 'unit', id, label: after!.name };
  const detail = { change: word, changed: Object.keys(change).join(', ') };
  await recordAuditEvent(tx, services, request, { action: 'unit.changed', object, detail });
  if (!widens) return after!;
  await announceChange(tx, context, { action: 'unit', accountId: null, unitId: id, mdaId }, former);
  const [shown] = await listUnits(tx, mdaId, id);
  return shown!;
}

async function requireFreeName(tx: Database, mdaId: string, id: string, name: string): Promise<void> {
  if (await tx.$count(unit, and(eq(unit.mdaId, mdaId), eq(unit.name, name), ne(unit.id, id))))
    throw conflict(contract.staffMessage.unitTaken, 'name');
}
