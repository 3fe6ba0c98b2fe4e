import { type renameTag as endpoint, type Rule, valuesOf } from '@baraza/contract';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { lockMda } from '../../../auth/access/access-change.store.ts';
import { mdaOf } from '../../../auth/session/request-actor.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import type { Context } from '../../../http/mount.ts';
import { insertRules, readRules } from '../../engagement/rule/rule.store.ts';
import { renameEverywhere, type Renaming } from './tag.store.ts';

/** Renames a tag wherever its MDA uses it; one that has the new name already takes it in. */
export async function renameTag({ services, caller, body, request }: Context<typeof endpoint>): Promise<void> {
  const mdaId = mdaOf(caller);
  await services.db.transaction(async (tx) => {
    await lockMda(tx, mdaId);
    // Also what a recusal hides from the supervisor, and what colleagues keep for themselves.
    await bypassRowSecurity(tx);
    await renameEverywhere(tx, mdaId, body);
    const { version, rules } = await readRules(tx, mdaId);
    if (rules.some(({ tags, filter }) => [...(tags ?? []), ...valuesOf(filter.tag)].includes(body.from))) {
      const by = { changedBy: caller.accountId, changedAt: services.clock.now() };
      await insertRules(tx, { mdaId, version: version + 1, rules: rules.map((rule) => inRule(rule, body)), ...by });
    }
    const object = { kind: 'mda', id: mdaId };
    await recordAuditEvent(tx, services, request, { action: 'tag.renamed', object, detail: { ...body } });
  });
}

function inRule({ tags, filter, ...rule }: Rule, { from, to }: Renaming): Rule {
  const renamed = (list: readonly string[]) => [...new Set(list.map((tag) => (tag === from ? to : tag)))];
  return {
    ...rule,
    filter: filter.tag ? { ...filter, tag: renamed(valuesOf(filter.tag)).join(',') } : filter,
    ...(tags && { tags: renamed(tags) }),
  };
}
