import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { knownIssue, knownIssueUpdate } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { conflict, requireSeen, validation } from '../../../http/errors.ts';
import { type Context, mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { isOffered } from '../../reference/area.store.ts';
import { holdColleague } from '../../reference/staff.store.ts';
import { listBursts } from './find-bursts.ts';
import * as store from './known-issue.store.ts';

/** Time without news, 30 days, after which a known issue is no longer suggested. */
const shownFor = 30 * 24 * 3_600_000;

/** Mounts the calls for known issues: of everybody, of citizens, and of the desk. */
export function knownIssueRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.findKnownIssues, ({ services: { db, clock }, body }) =>
    store.listAlike(db, body, new Date(clock.now().getTime() - shownFor)),
  );
  mount(app, all, contract.getKnownIssue, ({ services: { db }, params }) => store.readPublicIssue(db, params.id));

  mount(app, all, contract.listFollowedIssues, ({ services: { db }, caller }) =>
    store.listFollowed(db, caller.accountId),
  );
  mount(app, all, contract.followKnownIssue, async ({ services: { db, clock }, caller, params }) => {
    await store.readPublicIssue(db, params.id);
    await store.insertFollowers(db, params.id, [caller.accountId], clock.now());
  });
  mount(app, all, contract.unfollowKnownIssue, async ({ services: { db }, caller, params }) => {
    await store.readPublicIssue(db, params.id);
    await store.deleteFollower(db, params.id, caller.accountId);
  });

  mount(app, all, contract.listKnownIssues, ({ services, caller }) => store.listIssuesOf(services.db, mdaOf(caller)));
  mount(app, all, contract.listBursts, listBursts);
  mount(app, all, contract.createKnownIssue, publishKnownIssue);
  mount(app, all, contract.updateKnownIssue, changeKnownIssue);
  mount(app, all, contract.gatherComplaints, addComplaints);
  mount(app, all, contract.addIssueUpdate, addUpdate);
}

async function publishKnownIssue(context: Context<typeof contract.createKnownIssue>) {
  const { services, caller, body } = context;
  const { complaints, owner: ownerId, area: areaCode = null, ...words } = body;
  const id = crypto.randomUUID();
  return services.db.transaction(async (tx) => {
    await requireColleague(tx, context, ownerId);
    await requireOffered(tx, areaCode);
    await tx
      .insert(knownIssue)
      .values({ ...words, id, ownerId, areaCode, mdaId: mdaOf(caller), createdAt: services.clock.now() });
    await store.gather(tx, caller, id, complaints, services.clock.now());
    return audited(tx, context, id, 'published');
  });
}

async function changeKnownIssue(context: Context<typeof contract.updateKnownIssue>) {
  const { version, owner: ownerId, area: areaCode, ...words } = context.body;
  return changeOpen(context, async (tx, before) => {
    requireSeen(version, before);
    if (ownerId !== undefined && ownerId !== before.owner.id) await requireColleague(tx, context, ownerId);
    if (areaCode !== before.area?.id) await requireOffered(tx, areaCode);
    await updateVersioned(tx, knownIssue, before.id, { ...words, ownerId, areaCode });
    return 'changed';
  });
}

async function addComplaints(context: Context<typeof contract.gatherComplaints>) {
  const { services, caller, body } = context;
  return changeOpen(context, async (tx, { id }) => {
    await store.gather(tx, caller, id, body.complaints, services.clock.now());
    return 'gathered';
  });
}

/** Publishes news of a known issue, which may close it; its followers are notified by a job. */
async function addUpdate(context: Context<typeof contract.addIssueUpdate>) {
  const { services, caller, body } = context;
  const { text, solved = false } = body;
  return changeOpen(context, async (tx, { id: knownIssueId }) => {
    const [id, at] = [crypto.randomUUID(), services.clock.now()];
    await tx.insert(knownIssueUpdate).values({ id, knownIssueId, text, solved, at, authorId: caller.accountId });
    if (solved) await updateVersioned(tx, knownIssue, knownIssueId, { state: 'solved', closedAt: at });
    await services.jobs.add(tx, 'notify-followers', { updateId: id });
    return solved ? 'solved' : 'updated';
  });
}

/** Changes an open known issue of the caller's MDA; the audit trail gets what `work` returns. */
async function changeOpen(
  context: RequestActor & { readonly params: { readonly id: string } },
  work: (tx: Database, issue: contract.DeskKnownIssue) => Promise<string>,
): Promise<contract.DeskKnownIssue> {
  return context.services.db.transaction(async (tx) => {
    const issue = await store.lockIssue(tx, mdaOf(context.caller), context.params.id);
    if (issue.state === 'solved') throw conflict(contract.staffMessage.issueClosed);
    return audited(tx, context, issue.id, await work(tx, issue));
  });
}

async function requireColleague(tx: Database, { caller }: RequestActor, id: string): Promise<void> {
  if (!(await holdColleague(tx, id, mdaOf(caller)))) throw validation({ owner: contract.staffMessage.assigneeForeign });
}

async function requireOffered(tx: Database, areaCode: string | null | undefined): Promise<void> {
  if (areaCode && !(await isOffered(tx, areaCode))) throw validation({ area: contract.message.invalid });
}

async function audited(tx: Database, context: RequestActor, id: string, change: string) {
  const issue = await store.lockIssue(tx, mdaOf(context.caller), id);
  const object = { kind: 'known-issue', id, label: issue.title };
  const event = { action: 'known-issue.changed', object, detail: { change } } as const;
  await recordAuditEvent(tx, context.services, context.request, event);
  return issue;
}
