import { contactsMax, type NewContact, type updateContact } from '@baraza/contract/mda/mda-desk';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import { type RequestActor, mdaOf } from '../../auth/session/request-actor.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { requireSeen } from '../../http/version.ts';
import * as store from './contact.store.ts';

/** Publishes a contact of the caller's MDA, after the others. */
export async function addContact(doing: RequestActor, given: NewContact) {
  return yielding(doing, async (tx, mdaId) => {
    const others = await store.listMembersOf(tx, mdaId);
    if (others.length >= contactsMax) throw conflict(keepMessage.contactsFull);
    const id = crypto.randomUUID();
    await store.insertMember(tx, { ...given, id, mdaId, position: (others.at(-1)?.position ?? -1) + 1 });
    await audit(tx, doing, 'created', id);
  });
}

/** Changes a contact of the caller's MDA, or its place. */
export async function changeContact(doing: RequestActor, id: string, given: BodyOf<typeof updateContact>) {
  return yielding(doing, async (tx, mdaId) => {
    const { place, version, ...change } = given;
    const all = await store.listMembersOf(tx, mdaId);
    const ids = all.map((it) => it.id);
    requireSeen(version, there(all, id));
    await store.updateMember(tx, id, change);
    if (place !== undefined) {
      await store.orderMembers(tx, ids.filter((it) => it !== id).toSpliced(place, 0, id));
    }
    await audit(tx, doing, place === undefined ? 'changed' : 'moved', id);
  });
}

/** Takes a contact of the caller's MDA off the list. */
export async function dropContact(doing: RequestActor, id: string, version: number) {
  return yielding(doing, async (tx, mdaId) => {
    requireSeen(version, there(await store.listMembersOf(tx, mdaId), id));
    await store.removeMember(tx, id);
    await audit(tx, doing, 'removed', id);
  });
}

function there(contacts: Awaited<ReturnType<typeof store.listMembersOf>>, id: string) {
  const found = contacts.find((it) => it.id === id);
  if (!found) throw notFound();
  return store.toOwnContact(found);
}

/** One change after the other, so that places stay a row without gap; answers the contacts as they are then. */
async function yielding({ services, caller }: RequestActor, change: (tx: Database, mdaId: string) => Promise<void>) {
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    await store.lockContacts(tx, mdaId);
    await change(tx, mdaId);
    return (await store.listMembersOf(tx, mdaId)).map(store.toOwnContact);
  });
}

/** Names and numbers of people stay out of the trail. */
function audit(db: Database, { services, request }: RequestActor, change: string, id: string) {
  return recordAuditEvent(db, services, request, {
    action: 'contact.changed',
    object: { kind: 'contact', id },
    detail: { change },
  });
}
