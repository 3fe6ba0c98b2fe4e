import type { AdminMda, createMda, updateJurisdiction, updateMda } from '@baraza/contract/mda/administration';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { fileAddress, insertFile, type StoredFile, withStoredFiles } from '../../files/file.store.ts';
import type { ReceivedFile } from '../../files/uploads.ts';
import { requireSeen } from '../../http/version.ts';
import * as store from './admin-mda.store.ts';

/** Creates an MDA; returns its id. */
export async function addMda(
  actor: RequestActor,
  fields: BodyOf<typeof createMda>,
  logo: ReceivedFile | undefined,
): Promise<string> {
  const { services } = actor;
  const [id, createdAt] = [crypto.randomUUID(), services.clock.now()];
  const { name } = fields;
  await withStoredFiles(services, logo ? [logo] : [], ([stored]) =>
    services.db.transaction(async (tx) => {
      if (await store.findMdaCalled(tx, name)) throw taken();
      const logoId = await keepLogo(tx, actor, stored);
      const jurisdictionAllowed = fields.jurisdictionAllowed === 'true';
      await store.insertMda(tx, { id, name, logoId, jurisdictionAllowed, createdAt });
      const object = { kind: 'mda', id, label: name };
      await recordAuditEvent(tx, services, actor.request, { action: 'mda.created', object });
    }),
  );
  return id;
}

/** Changes name, logo or state of an MDA. */
export async function changeMda(
  actor: RequestActor,
  id: string,
  fields: BodyOf<typeof updateMda>,
  logo: ReceivedFile | undefined,
): Promise<void> {
  const { services } = actor;
  await withStoredFiles(services, logo ? [logo] : [], ([stored]) =>
    services.db.transaction(async (tx) => {
      const before = await store.lockMda(tx, id);
      if (!before) throw notFound();
      if (fields.version !== before.version) requireSeen(fields.version, await showMda(tx, actor, id));
      const other = fields.name ? await store.findMdaCalled(tx, fields.name) : undefined;
      if (other !== undefined && other !== id) throw taken();
      if (fields.active === 'false' && before.active) await requireNoneOpen(tx, id);
      const logoId = await keepLogo(tx, actor, stored);
      const change = {
        ...(fields.name && { name: fields.name }),
        ...(fields.active && { active: fields.active === 'true' }),
        ...(fields.jurisdictionAllowed && { jurisdictionAllowed: fields.jurisdictionAllowed === 'true' }),
        ...(logoId && { logoId }),
      };
      await store.updateMda(tx, id, change);
      if (logoId && before.logoId) await store.deleteLogo(tx, before.logoId);
      const object = { kind: 'mda', id, label: fields.name ?? before.name };
      const detail = { changed: Object.keys(change).join(', ') };
      await recordAuditEvent(tx, services, actor.request, { action: 'mda.changed', object, detail });
    }),
  );
}

/** Adds a jurisdiction to an MDA. */
export async function addJurisdiction(actor: RequestActor, mdaId: string, name: string): Promise<void> {
  const { services, request } = actor;
  await services.db.transaction(async (tx) => {
    const mda = await store.lockMda(tx, mdaId);
    if (!mda) throw notFound();
    if ((await store.listNames(tx, mdaId)).some((other) => other.name === name)) throw placeTaken();
    const id = crypto.randomUUID();
    await store.insertJurisdiction(tx, { id, mdaId, name });
    const object = { kind: 'jurisdiction', id, label: name };
    await recordAuditEvent(tx, services, request, {
      action: 'jurisdiction.changed',
      object,
      detail: { change: 'created', mda: mda.name },
    });
  });
}

/** Renames or deactivates a jurisdiction; complaints keep it. Returns its MDA. */
export async function changeJurisdiction(
  actor: RequestActor,
  id: string,
  fields: BodyOf<typeof updateJurisdiction>,
): Promise<string> {
  const { services, request } = actor;
  return services.db.transaction(async (tx) => {
    const before = await store.findJurisdiction(tx, id);
    if (!before) throw notFound();
    requireSeen(fields.version, store.toAdminJurisdiction(before));
    const others = (await store.listNames(tx, before.mdaId)).filter((other) => other.id !== id);
    if (others.some((other) => other.name === fields.name)) throw placeTaken();
    const { name = before.name, active = before.active } = fields;
    await store.updateJurisdiction(tx, id, { name, active });
    const object = { kind: 'jurisdiction', id, label: name };
    const change = active === before.active ? 'changed' : active ? 'switched on' : 'switched off';
    await recordAuditEvent(tx, services, request, { action: 'jurisdiction.changed', object, detail: { change } });
    return before.mdaId;
  });
}

/** Shows an MDA to its administrator, with its number of open complaints. */
export async function showMda(tx: Database, { services, caller }: RequestActor, id: string): Promise<AdminMda> {
  await bypassRowSecurity(tx);
  const [shown] = await store.listForAdministrator(tx, (fileId) => fileAddress(fileId, services, caller), id);
  if (!shown) throw notFound();
  return shown;
}

async function keepLogo(
  db: Database,
  { services }: RequestActor,
  stored: StoredFile | undefined,
): Promise<string | null> {
  if (!stored) return null;
  await insertFile(db, stored, { accountId: null, createdAt: services.clock.now() });
  return stored.id;
}

async function requireNoneOpen(tx: Database, id: string): Promise<void> {
  // Administrators reach no complaint, so the server counts them.
  await bypassRowSecurity(tx);
  if ((await store.countOpen(tx, id)) > 0) throw conflict(keepMessage.mdaHasOpen);
}

function taken() {
  return conflict(keepMessage.mdaTaken, { name: keepMessage.mdaTaken });
}

function placeTaken() {
  return conflict(keepMessage.jurisdictionTaken, { name: keepMessage.jurisdictionTaken });
}
