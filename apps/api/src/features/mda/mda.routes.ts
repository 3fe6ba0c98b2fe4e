import { getMdaStats, getMdaSummary, listContacts, listJurisdictions, listMdas } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import { notFound } from '../../http/errors.ts';
import { fileAddress } from '../../files/file.store.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as store from './mda.store.ts';
import { rankMdas } from './rank-mdas.ts';

/** Mounts the citizens' calls for MDAs, their contacts and statistics. */
export function mdaRoutes(app: FastifyInstance, services: Services): void {
  const { clock } = services;
  const addressFor = (caller: Caller) => (fileId: string) => fileAddress(fileId, services, caller);

  mount(app, services, listMdas, ({ services: { db }, caller }) => store.listMdas(db, addressFor(caller)));

  mount(app, services, listContacts, ({ services: { db } }) => store.listContacts(db));

  mount(app, services, getMdaStats, async ({ services: { db }, caller }) => {
    const mdaStats = await store.listMdaStats(db, addressFor(caller));
    const { top, lowest } = rankMdas(mdaStats);
    return { mdaStats, top3MDAs: top, lowest3MDAs: lowest };
  });

  mount(app, services, listJurisdictions, async ({ services: { db }, params }) => {
    const jurisdictions = await store.listJurisdictions(db, params.id);
    if (!jurisdictions) throw notFound();
    return jurisdictions;
  });

  mount(app, services, getMdaSummary, async ({ services: { db }, params, query }) => {
    const summary = await store.summarizeMda(db, params.id, query.year ?? clock.now().getUTCFullYear());
    if (!summary) throw notFound();
    return summary;
  });
}
