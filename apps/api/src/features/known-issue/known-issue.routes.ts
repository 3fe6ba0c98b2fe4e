import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mdaOf } from '../../auth/session/request-actor.ts';
import { notFound } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as store from './known-issue.store.ts';
import { addComplaints, addUpdate, changeKnownIssue, publishKnownIssue } from './manage-known-issues.ts';

/** What has had no news for so long is shown to nobody who writes: 30 days. */
const shownFor = 30 * 24 * 3_600_000;

/** Mounts the calls for known issues: of everybody, of citizens, and of the desk. */
export function knownIssueRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.findKnownIssues, ({ services: { db, clock }, body }) =>
    store.listAlike(db, body.mda, body.title, new Date(clock.now().getTime() - shownFor)),
  );
  mount(app, all, contract.getKnownIssue, ({ services: { db }, params }) => findOne(db, params.id));

  mount(app, all, contract.listFollowedIssues, ({ services: { db }, caller }) =>
    store.listFollowed(db, caller.accountId),
  );
  mount(app, all, contract.followKnownIssue, async ({ services: { db, clock }, caller, params }) => {
    await findOne(db, params.id);
    await store.insertFollowers(db, params.id, [caller.accountId], clock.now());
  });
  mount(app, all, contract.unfollowKnownIssue, async ({ services: { db }, caller, params }) => {
    await findOne(db, params.id);
    await store.deleteFollower(db, params.id, caller.accountId);
  });

  mount(app, all, contract.listKnownIssues, ({ services, caller }) => store.listIssuesOf(services.db, mdaOf(caller)));
  mount(app, all, contract.createKnownIssue, publishKnownIssue);
  mount(app, all, contract.updateKnownIssue, changeKnownIssue);
  mount(app, all, contract.gatherComplaints, addComplaints);
  mount(app, all, contract.addIssueUpdate, addUpdate);
}

async function findOne(db: Services['db'], id: string): Promise<contract.KnownIssue> {
  const issue = await store.findPublicIssue(db, id);
  if (!issue) throw notFound();
  return issue;
}
