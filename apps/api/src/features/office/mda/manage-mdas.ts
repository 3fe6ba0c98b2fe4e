import * as contract from '@baraza/contract';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { announceChange, endChanges, mustWait, requestChange } from '../../../auth/access/request-access-change.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import { file, jurisdiction, mda, queueCount } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { weighIdentityAccess } from '../../../domain/access-weight.ts';
import { fileAddress, insertFiles, type StoredFile, withStoredFiles } from '../../../files/file.store.ts';
import { conflict, notFound, requireSeen } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';

/** Lists MDAs by name with their number of open complaints; or the one with this id. */
export function listAllMdas({ services, caller }: RequestActor, db = services.db, id?: string) {
  return db.transaction(async (tx): Promise<contract.AdminMda[]> => {
    // Administrators may not read complaints, so the server counts them.
    await bypassRowSecurity(tx);
    const chosen = id === undefined ? ne(mda.id, contract.unknownMda) : eq(mda.id, id);
    const open = sql<number>`coalesce((select sum(q.count) from ${queueCount} q where q.kind = 'open' and q.mda_id = ${mda.id}), 0)::int`;
    const rows = await tx.select({ mda, open }).from(mda).where(chosen).orderBy(asc(mda.name));
    const places = await tx.select().from(jurisdiction).orderBy(asc(jurisdiction.name));
    return rows.map(({ mda: row, open: openComplaints }) => ({
      ...pick(row, ['id', 'name', 'names', 'jurisdictionAllowed', 'identityAccess', 'active', 'version']),
      logo: row.logoId === null ? null : fileAddress(row.logoId, services, caller),
      openComplaints,
      jurisdictions: places.filter((place) => place.mdaId === row.id).map(toAdminJurisdiction),
    }));
  });
}

/** Creates an MDA. */
export async function addMda(context: Context<typeof contract.createMda>): Promise<contract.AdminMda> {
  const { services, request, body, files } = context;
  const [id, createdAt] = [crypto.randomUUID(), services.clock.now()];
  await withStoredFiles(services, files.file, ([stored]) =>
    services.db.transaction(async (tx) => {
      await requireFreeName(tx, body.name, id);
      const logoId = await insertLogo(tx, context, stored);
      const jurisdictionAllowed = body.jurisdictionAllowed === 'true';
      const { name, identityAccess = 'assigned' } = body;
      const isOpen = identityAccess === 'open';
      const values = { id, name, logoId, jurisdictionAllowed, createdAt };
      await tx.insert(mda).values({ ...values, identityAccess: isOpen ? 'assigned' : identityAccess });
      const object = { kind: 'mda', id, label: body.name };
      await recordAuditEvent(tx, services, request, { action: 'mda.created', object });
      if (isOpen) await requestChange(tx, context, { ...namesAt(id), identityAccess });
    }),
  );
  return showMda(context, id);
}

/** Changes name, logo, settings or state of an MDA. */
export async function changeMda(context: Context<typeof contract.updateMda>): Promise<contract.AdminMda> {
  const { services, request, body, files } = context;
  const { id } = context.params;
  await withStoredFiles(services, files.file, ([stored]) =>
    services.db.transaction(async (tx) => {
      const before = await lockMda(tx, id);
      if (body.version !== before.version) requireSeen(body.version, await showMda(context, id, tx));
      if (body.name) await requireFreeName(tx, body.name, id);
      if (body.active === 'false' && before.active && (await showMda(context, id, tx)).openComplaints > 0)
        throw conflict(contract.staffMessage.mdaHasOpen);
      const logoId = await insertLogo(tx, context, stored);
      const after = body.identityAccess ?? before.identityAccess;
      const weight = weighIdentityAccess(before.identityAccess, after);
      const wanted = { ...namesAt(id), identityAccess: after };
      const waits = await mustWait(tx, context, weight, wanted);
      const change = {
        ...(body.name && { name: body.name }),
        ...(body.active && { active: body.active === 'true' }),
        ...(body.identityAccess && !waits && { identityAccess: after }),
        ...(body.jurisdictionAllowed && { jurisdictionAllowed: body.jurisdictionAllowed === 'true' }),
        ...(logoId && { logoId }),
      };
      await updateVersioned(tx, mda, id, change);
      // The clean-up job removes the bytes of the replaced logo.
      if (logoId && before.logoId) await tx.delete(file).where(eq(file.id, before.logoId));
      const object = { kind: 'mda', id, label: body.name ?? before.name };
      const detail = {
        changed: Object.keys(change).join(', '),
        ...(after !== before.identityAccess && !waits && { identityAccess: `${before.identityAccess} → ${after}` }),
      };
      await recordAuditEvent(tx, services, request, { action: 'mda.changed', object, detail });
      if (waits) await requestChange(tx, context, wanted);
      else if (weight === 'announce')
        await announceChange(tx, context, wanted, { identityAccess: before.identityAccess });
      else if (after !== before.identityAccess) await endChanges(tx, services, wanted);
    }),
  );
  return showMda(context, id);
}

/** Adds a jurisdiction to an MDA. */
export async function addJurisdiction(context: Context<typeof contract.createJurisdiction>) {
  const { services, request, params, body } = context;
  await services.db.transaction(async (tx) => {
    const office = await lockMda(tx, params.id);
    const id = crypto.randomUUID();
    await requireFreePlace(tx, body.name, { id, mdaId: office.id });
    await tx.insert(jurisdiction).values({ id, mdaId: office.id, name: body.name });
    const object = { kind: 'jurisdiction', id, label: body.name };
    const detail = { change: 'created', mda: office.name };
    await recordAuditEvent(tx, services, request, { action: 'jurisdiction.changed', object, detail });
  });
  return showMda(context, params.id);
}

/** Renames or deactivates a jurisdiction; complaints keep it. */
export async function changeJurisdiction(context: Context<typeof contract.updateJurisdiction>) {
  const { services, request, params, body } = context;
  const mdaId = await services.db.transaction(async (tx) => {
    const [before] = await tx.select().from(jurisdiction).where(eq(jurisdiction.id, params.id)).for('update');
    if (!before) throw notFound();
    requireSeen(body.version, toAdminJurisdiction(before));
    if (body.name !== undefined) await requireFreePlace(tx, body.name, before);
    const { name = before.name, active = before.active } = body;
    await updateVersioned(tx, jurisdiction, params.id, { name, active });
    const object = { kind: 'jurisdiction', id: params.id, label: name };
    const change = active === before.active ? 'changed' : active ? 'switched on' : 'switched off';
    await recordAuditEvent(tx, services, request, { action: 'jurisdiction.changed', object, detail: { change } });
    return before.mdaId;
  });
  return showMda(context, mdaId);
}

const namesAt = (mdaId: string) => ({ action: 'identity-access', accountId: null, mdaId }) as const;

async function showMda(actor: RequestActor, id: string, db?: Database): Promise<contract.AdminMda> {
  const [shown] = await listAllMdas(actor, db, id);
  if (!shown) throw notFound();
  return shown;
}

/** Locks an MDA against changes and new complaints until the transaction ends. */
async function lockMda(tx: Database, id: string): Promise<typeof mda.$inferSelect> {
  const [row] = id === contract.unknownMda ? [] : await tx.select().from(mda).where(eq(mda.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

const toAdminJurisdiction = (row: typeof jurisdiction.$inferSelect) =>
  pick(row, ['id', 'name', 'names', 'active', 'version']);

async function requireFreeName(tx: Database, name: string, id: string): Promise<void> {
  if (await tx.$count(mda, and(eq(mda.name, name), ne(mda.id, id))))
    throw conflict(contract.staffMessage.mdaTaken, 'name');
}

async function requireFreePlace(tx: Database, name: string, { id, mdaId }: { id: string; mdaId: string }) {
  const same = and(eq(jurisdiction.mdaId, mdaId), eq(jurisdiction.name, name), ne(jurisdiction.id, id));
  if (await tx.$count(jurisdiction, same)) throw conflict(contract.staffMessage.jurisdictionTaken, 'name');
}

async function insertLogo(db: Database, { services }: RequestActor, logo?: StoredFile): Promise<string | null> {
  if (!logo) return null;
  await insertFiles(db, [logo], { accountId: null, createdAt: services.clock.now() });
  return logo.id;
}
