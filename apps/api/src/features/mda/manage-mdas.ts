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

/** Adds an MDA; answers its id. */
export async function addMda(
  doing: RequestActor,
  given: BodyOf<typeof createMda>,
  logo: ReceivedFile | undefined,
): Promise<string> {
  const { services } = doing;
  const [id, createdAt] = [crypto.randomUUID(), services.clock.now()];
  const { name } = given;
  await withStoredFiles(services, logo ? [logo] : [], ([stored]) =>
    services.db.transaction(async (tx) => {
      if (await store.findMdaCalled(tx, name)) throw taken();
      const logoId = await keepLogo(tx, doing, stored);
      const jurisdictionAllowed = given.jurisdictionAllowed === 'true';
      await store.insertMda(tx, { id, name, logoId, jurisdictionAllowed, createdAt });
      const object = { kind: 'mda', id, label: name };
      await recordAuditEvent(tx, services, doing.request, { action: 'mda.created', object });
    }),
  );
  return id;
}

/** Renames an MDA, gives it a logo, switches it off or on. */
export async function changeMda(
  doing: RequestActor,
  id: string,
  given: BodyOf<typeof updateMda>,
  logo: ReceivedFile | undefined,
): Promise<void> {
  const { services } = doing;
  await withStoredFiles(services, logo ? [logo] : [], ([stored]) =>
    services.db.transaction(async (tx) => {
      const before = await store.lockMda(tx, id);
      if (!before) throw notFound();
      if (given.version !== before.version) requireSeen(given.version, await showMda(tx, doing, id));
      const other = given.name ? await store.findMdaCalled(tx, given.name) : undefined;
      if (other !== undefined && other !== id) throw taken();
      if (given.active === 'false' && before.active) await requireNoneOpen(tx, id);
      const logoId = await keepLogo(tx, doing, stored);
      const change = {
        ...(given.name && { name: given.name }),
        ...(given.active && { active: given.active === 'true' }),
        ...(given.jurisdictionAllowed && { jurisdictionAllowed: given.jurisdictionAllowed === 'true' }),
        ...(logoId && { logoId }),
      };
      await store.updateMda(tx, id, change);
      if (logoId && before.logoId) await store.deleteLogo(tx, before.logoId);
      const object = { kind: 'mda', id, label: given.name ?? before.name };
      const detail = { changed: Object.keys(change).join(', ') };
      await recordAuditEvent(tx, services, doing.request, { action: 'mda.changed', object, detail });
    }),
  );
}

/** Adds a jurisdiction to an MDA. */
export async function addJurisdiction(doing: RequestActor, mdaId: string, name: string): Promise<void> {
  const { services, request } = doing;
  await services.db.transaction(async (tx) => {
    const mda = await store.lockMda(tx, mdaId);
    if (!mda) throw notFound();
    if ((await store.listNames(tx, mdaId)).some((it) => it.name === name)) throw placeTaken();
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

/** Renames a jurisdiction, or takes it off the list. What is filed there keeps it. Answers its MDA. */
export async function changeJurisdiction(
  doing: RequestActor,
  id: string,
  given: BodyOf<typeof updateJurisdiction>,
): Promise<string> {
  const { services, request } = doing;
  return services.db.transaction(async (tx) => {
    const before = await store.findJurisdiction(tx, id);
    if (!before) throw notFound();
    requireSeen(given.version, store.toAdminJurisdiction(before));
    const others = (await store.listNames(tx, before.mdaId)).filter((it) => it.id !== id);
    if (others.some((it) => it.name === given.name)) throw placeTaken();
    const { name = before.name, active = before.active } = given;
    await store.updateJurisdiction(tx, id, { name, active });
    const object = { kind: 'jurisdiction', id, label: name };
    const change = active === before.active ? 'changed' : active ? 'switched on' : 'switched off';
    await recordAuditEvent(tx, services, request, { action: 'jurisdiction.changed', object, detail: { change } });
    return before.mdaId;
  });
}

/** An MDA as its administrator reads it, who reaches no complaint, and learns of each MDA how many are open. */
export async function showMda(tx: Database, { services, caller }: RequestActor, id: string): Promise<AdminMda> {
  await bypassRowSecurity(tx);
  const [found] = await store.listForAdministrator(tx, (fileId) => fileAddress(fileId, services, caller), id);
  if (!found) throw notFound();
  return found;
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
  // An administrator reaches no complaint; the server counts them.
  await bypassRowSecurity(tx);
  if ((await store.countOpen(tx, id)) > 0) throw conflict(keepMessage.mdaHasOpen);
}

function taken() {
  return conflict(keepMessage.mdaTaken, { name: keepMessage.mdaTaken });
}

function placeTaken() {
  return conflict(keepMessage.jurisdictionTaken, { name: keepMessage.jurisdictionTaken });
}
