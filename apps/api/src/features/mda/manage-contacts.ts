import { contactsMax, type NewContact, type updateContact } from '@baraza/contract/mda/mda-desk';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import { type RequestActor, mdaOf } from '../../auth/session/request-actor.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { requireSeen } from '../../http/version.ts';
import * as store from './contact.store.ts';

/** Adds a contact of the caller's MDA after the others. */
export async function addContact(actor: RequestActor, contact: NewContact) {
  return withContactsLocked(actor, async (tx, mdaId) => {
    const others = await store.listMembersOf(tx, mdaId);
    if (others.length >= contactsMax) throw conflict(keepMessage.contactsFull);
    const id = crypto.randomUUID();
    await store.insertMember(tx, { ...contact, id, mdaId, position: (others.at(-1)?.position ?? -1) + 1 });
    await audit(tx, actor, 'created', id);
  });
}

/** Changes or moves a contact of the caller's MDA. */
export async function changeContact(actor: RequestActor, id: string, fields: BodyOf<typeof updateContact>) {
  return withContactsLocked(actor, async (tx, mdaId) => {
    const { place, version, ...change } = fields;
    const all = await store.listMembersOf(tx, mdaId);
    const ids = all.map((row) => row.id);
    requireSeen(version, there(all, id));
    await store.updateMember(tx, id, change);
    if (place !== undefined) {
      await store.orderMembers(tx, ids.filter((other) => other !== id).toSpliced(place, 0, id));
    }
    await audit(tx, actor, place === undefined ? 'changed' : 'moved', id);
  });
}

/** Removes a contact of the caller's MDA. */
export async function dropContact(actor: RequestActor, id: string, version: number) {
  return withContactsLocked(actor, async (tx, mdaId) => {
    requireSeen(version, there(await store.listMembersOf(tx, mdaId), id));
    await store.removeMember(tx, id);
    await audit(tx, actor, 'removed', id);
  });
}

function there(contacts: Awaited<ReturnType<typeof store.listMembersOf>>, id: string) {
  const contact = contacts.find((row) => row.id === id);
  if (!contact) throw notFound();
  return store.toOwnContact(contact);
}

/** Applies one change at a time, so that positions have no gaps; returns all contacts afterwards. */
async function withContactsLocked(
  { services, caller }: RequestActor,
  change: (tx: Database, mdaId: string) => Promise<void>,
) {
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    await store.lockContacts(tx, mdaId);
    await change(tx, mdaId);
    return (await store.listMembersOf(tx, mdaId)).map(store.toOwnContact);
  });
}

/** Records the change without names and numbers. */
function audit(db: Database, { services, request }: RequestActor, change: string, id: string) {
  return recordAuditEvent(db, services, request, {
    action: 'contact.changed',
    object: { kind: 'contact', id },
    detail: { change },
  });
}
