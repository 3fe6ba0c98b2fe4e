import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { lockMda } from '../../../auth/access/access-change.store.ts';
import { mdaOf } from '../../../auth/session/request-actor.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import { type Context, mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { insertRules, readRules } from '../../engagement/rule/rule.store.ts';
import { listTags, renameEverywhere, type Renaming } from './tag.store.ts';

/** Mounts the calls for tags. */
export function tagDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listTags, ({ services, caller }) => listTags(services.db, caller));
  mount(app, all, contract.renameTag, renameTag);
}

/** Renames a tag wherever its MDA uses it; one that has the new name already takes it in. */
async function renameTag({ services, caller, body, request }: Context<typeof contract.renameTag>): Promise<void> {
  const mdaId = mdaOf(caller);
  await services.db.transaction(async (tx) => {
    await lockMda(tx, mdaId);
    // Also what a recusal hides from the supervisor, and what colleagues keep for themselves.
    await bypassRowSecurity(tx);
    await renameEverywhere(tx, mdaId, body);
    const { version, rules } = await readRules(tx, mdaId);
    if (rules.some(({ tags, filter }) => [...(tags ?? []), ...contract.valuesOf(filter.tag)].includes(body.from))) {
      const by = { changedBy: caller.accountId, changedAt: services.clock.now() };
      await insertRules(tx, { mdaId, version: version + 1, rules: rules.map((rule) => inRule(rule, body)), ...by });
    }
    const object = { kind: 'mda', id: mdaId };
    await recordAuditEvent(tx, services, request, { action: 'tag.renamed', object, detail: { ...body } });
  });
}

function inRule({ tags, filter, ...rule }: contract.Rule, { from, to }: Renaming): contract.Rule {
  const renamed = (list: readonly string[]) => [...new Set(list.map((tag) => (tag === from ? to : tag)))];
  return {
    ...rule,
    filter: filter.tag ? { ...filter, tag: renamed(contract.valuesOf(filter.tag)).join(',') } : filter,
    ...(tags && { tags: renamed(tags) }),
  };
}
