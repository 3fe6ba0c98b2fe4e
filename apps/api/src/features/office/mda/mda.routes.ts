import * as contract from '@baraza/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { committeeMember, mda } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { fileAddress } from '../../../files/file.store.ts';
import { notFound, requireSeen } from '../../../http/errors.ts';
import { type Context, mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { todayOf } from '../../reference/today.ts';
import * as manage from './manage-mdas.ts';
import { listMdas, listContacts, listJurisdictions } from '../../reference/mda.store.ts';
import * as store from './mda.store.ts';
import { rankMdas } from './rank-mdas.ts';
import { setLocalNames } from './set-local-names.ts';

/** Mounts the citizens' calls for MDAs, their contacts and statistics. */
export function mdaRoutes(app: FastifyInstance, services: Services): void {
  const { clock } = services;
  const addressFor = (caller: Caller) => (fileId: string) => fileAddress(fileId, services, caller);

  mount(app, services, contract.listMdas, ({ services: { db }, caller }) => listMdas(db, addressFor(caller)));

  mount(app, services, contract.listContacts, ({ services: { db } }) => listContacts(db));

  mount(app, services, contract.getMdaStats, async ({ services: { db }, caller }) => {
    const mdaStats = await store.listMdaStats(db, addressFor(caller));
    const { top, lowest } = rankMdas(mdaStats);
    return { mdaStats, top3MDAs: top, lowest3MDAs: lowest };
  });

  mount(app, services, contract.listJurisdictions, async ({ services: { db }, params }) => {
    const jurisdictions = await listJurisdictions(db, params.id);
    if (!jurisdictions) throw notFound();
    return jurisdictions;
  });

  mount(app, services, contract.getMdaSummary, async ({ services: { reads }, params, query }) => {
    const summary = await store.summarizeMda(reads, params.id, query.year ?? clock.now().getUTCFullYear());
    if (!summary) throw notFound();
    return summary;
  });
}

/** Mounts the supervisor's calls for contacts and staff. */
export function mdaDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listOwnContacts, ({ services, caller }) => listOwnContacts(services.db, mdaOf(caller)));
  mount(app, all, contract.createContact, addContact);
  mount(app, all, contract.updateContact, changeContact);
  mount(app, all, contract.deleteContact, dropContact);
  mount(app, all, contract.listMdaStaff, ({ services, caller }) =>
    store.listMdaStaff(services.db, caller, mdaOf(caller), todayOf(services)),
  );
}

/** Mounts the administrator's calls for MDAs and jurisdictions. */
export function mdaAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.setLocalNames, setLocalNames);
  mount(app, all, contract.listAllMdas, (context) => manage.listAllMdas(context));
  mount(app, all, contract.createMda, manage.addMda);
  mount(app, all, contract.updateMda, manage.changeMda);
  mount(app, all, contract.createJurisdiction, manage.addJurisdiction);
  mount(app, all, contract.updateJurisdiction, manage.changeJurisdiction);
}

function listOwnContacts(db: Database, mdaId: string): Promise<contract.OwnContact[]> {
  const { id, name, phone, email, version, position } = committeeMember;
  return db
    .select({ id, name, phone, email, version })
    .from(committeeMember)
    .where(eq(committeeMember.mdaId, mdaId))
    .orderBy(asc(position), asc(name), asc(id));
}

function addContact(context: Context<typeof contract.createContact>): Promise<contract.OwnContact[]> {
  return withContactsLocked(context, async (tx, others, mdaId) => {
    const id = crypto.randomUUID();
    await tx.insert(committeeMember).values({ ...context.body, id, mdaId, position: others.length });
    await audit(tx, context, 'created', id);
  });
}

function changeContact(context: Context<typeof contract.updateContact>): Promise<contract.OwnContact[]> {
  const { id } = context.params;
  const { place, version, ...change } = context.body;
  return withContactsLocked(context, async (tx, contacts) => {
    requireSeen(version, findIn(contacts, id));
    await updateVersioned(tx, committeeMember, id, change);
    const others = contacts.filter((contact) => contact.id !== id).map((contact) => contact.id);
    if (place !== undefined) await putInOrder(tx, others.toSpliced(place, 0, id));
    await audit(tx, context, place === undefined ? 'changed' : 'moved', id);
  });
}

function dropContact(context: Context<typeof contract.deleteContact>): Promise<contract.OwnContact[]> {
  const { id } = context.params;
  return withContactsLocked(context, async (tx, contacts) => {
    requireSeen(context.query.version, findIn(contacts, id));
    await tx.delete(committeeMember).where(eq(committeeMember.id, id));
    const others = contacts.filter((contact) => contact.id !== id).map((contact) => contact.id);
    await putInOrder(tx, others);
    await audit(tx, context, 'removed', id);
  });
}

function findIn(contacts: readonly contract.OwnContact[], id: string): contract.OwnContact {
  const contact = contacts.find((row) => row.id === id);
  if (!contact) throw notFound();
  return contact;
}

/** Applies one change at a time, so that positions have no gaps; returns all contacts afterwards. */
async function withContactsLocked(
  { services, caller }: RequestActor,
  change: (tx: Database, contacts: readonly contract.OwnContact[], mdaId: string) => Promise<void>,
): Promise<contract.OwnContact[]> {
  const mdaId = mdaOf(caller);
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
    await change(tx, await listOwnContacts(tx, mdaId), mdaId);
    return listOwnContacts(tx, mdaId);
  });
}

/** Numbers contacts in the order of the ids, without changing their versions. */
async function putInOrder(db: Database, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await db.update(committeeMember).set({ position }).where(eq(committeeMember.id, id));
}

/** Records the change without names and numbers. */
function audit(db: Database, { services, request }: RequestActor, change: string, id: string) {
  const object = { kind: 'contact', id };
  return recordAuditEvent(db, services, request, { action: 'contact.changed', object, detail: { change } });
}
