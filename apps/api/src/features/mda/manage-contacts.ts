import { contactsMax, type NewContact, type updateContact } from '@baraza/contract/mda-desk';
import type { BodyOf } from '@baraza/contract/endpoint';
import type { Database } from '../../db/database.ts';
import { recordDeed } from '../../platform/audit-request.ts';
import { type Doing, mdaOf } from '../../platform/doing.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import * as store from './contact.store.ts';

/** Publishes a contact of the caller's MDA, after the others. */
export async function addContact(doing: Doing, given: NewContact) {
  return inTurn(doing, async (tx, mdaId) => {
    const others = await store.listMembersOf(tx, mdaId);
    if (others.length >= contactsMax) throw conflict(`An MDA can publish at most ${contactsMax} contacts.`);
    const id = crypto.randomUUID();
    await store.insertMember(tx, { ...given, id, mdaId, position: (others.at(-1)?.position ?? -1) + 1 });
    await audit(tx, doing, 'created', id);
  });
}

/** Changes a contact of the caller's MDA, or its place. */
export async function changeContact(doing: Doing, id: string, given: BodyOf<typeof updateContact>) {
  return inTurn(doing, async (tx, mdaId) => {
    const { place, ...change } = given;
    const ids = (await store.listMembersOf(tx, mdaId)).map((it) => it.id);
    if (!ids.includes(id)) throw notFound();
    if (Object.keys(change).length > 0) await store.updateMember(tx, id, change);
    if (place !== undefined) {
      await store.orderMembers(tx, ids.filter((it) => it !== id).toSpliced(place, 0, id));
    }
    await audit(tx, doing, place === undefined ? 'changed' : 'moved', id);
  });
}

/** Takes a contact of the caller's MDA off the list. */
export async function dropContact(doing: Doing, id: string) {
  return inTurn(doing, async (tx, mdaId) => {
    if ((await store.removeMember(tx, mdaId, id)) === undefined) throw notFound();
    await audit(tx, doing, 'removed', id);
  });
}

/** One change after the other, so that places stay a row without gap; answers the contacts as they are then. */
async function inTurn({ services, caller }: Doing, change: (tx: Database, mdaId: string) => Promise<void>) {
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    await store.lockContacts(tx, mdaId);
    await change(tx, mdaId);
    return store.listMembersOf(tx, mdaId);
  });
}

/** Names and numbers of people stay out of the trail. */
function audit(db: Database, { services, request }: Doing, change: string, id: string) {
  return recordDeed(db, services, request, {
    action: 'contact.changed',
    object: { kind: 'contact', id },
    detail: { change },
  });
}
