import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import { mdaOf } from '../../auth/session/request-actor.ts';
import { notFound } from '../../http/errors.ts';
import { fileAddress } from '../../files/file.store.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { todayOf } from '../sla/today.ts';
import * as contacts from './manage-contacts.ts';
import * as manage from './manage-mdas.ts';
import { listMdaStaff } from './mda.store.ts';
import * as store from './mda.store.ts';
import { rankMdas } from './rank-mdas.ts';

/** Mounts the citizens' calls for MDAs, their contacts and statistics. */
export function mdaRoutes(app: FastifyInstance, services: Services): void {
  const { clock } = services;
  const addressFor = (caller: Caller) => (fileId: string) => fileAddress(fileId, services, caller);

  mount(app, services, contract.listMdas, ({ services: { db }, caller }) => store.listMdas(db, addressFor(caller)));

  mount(app, services, contract.listContacts, ({ services: { db } }) => store.listContacts(db));

  mount(app, services, contract.getMdaStats, async ({ services: { db }, caller }) => {
    const mdaStats = await store.listMdaStats(db, addressFor(caller));
    const { top, lowest } = rankMdas(mdaStats);
    return { mdaStats, top3MDAs: top, lowest3MDAs: lowest };
  });

  mount(app, services, contract.listJurisdictions, async ({ services: { db }, params }) => {
    const jurisdictions = await store.listJurisdictions(db, params.id);
    if (!jurisdictions) throw notFound();
    return jurisdictions;
  });

  mount(app, services, contract.getMdaSummary, async ({ services: { db }, params, query }) => {
    const summary = await store.summarizeMda(db, params.id, query.year ?? clock.now().getUTCFullYear());
    if (!summary) throw notFound();
    return summary;
  });
}

/** Mounts the supervisor's calls for contacts and staff. */
export function mdaDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listOwnContacts, ({ services, caller }) =>
    contacts.listOwnContacts(services.db, mdaOf(caller)),
  );
  mount(app, all, contract.createContact, contacts.addContact);
  mount(app, all, contract.updateContact, contacts.changeContact);
  mount(app, all, contract.deleteContact, contacts.dropContact);
  mount(app, all, contract.listMdaStaff, ({ services, caller }) =>
    listMdaStaff(services.db, caller, mdaOf(caller), todayOf(services)),
  );
}

/** Mounts the administrator's calls for MDAs and jurisdictions. */
export function mdaAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listAllMdas, (context) => manage.listAllMdas(context));
  mount(app, all, contract.createMda, manage.addMda);
  mount(app, all, contract.updateMda, manage.changeMda);
  mount(app, all, contract.createJurisdiction, manage.addJurisdiction);
  mount(app, all, contract.updateJurisdiction, manage.changeJurisdiction);
}
