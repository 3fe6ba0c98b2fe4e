import { type AuditEntry, type exportAudit, type QueryOf, auditActions, emailForm } from '@baraza/contract';
import { and, desc, eq, gte, inArray, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { nameWords } from '../../../db/schema/account-tables.ts';
import { isOfList, listedNames } from '../../../db/schema/audit-tables.ts';
import { plainWords } from '../../../domain/search-words.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { account, audit, mda } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { behindCursor, type Page, toPage } from '../../../http/cursor.ts';
import { type RecusedObjects, type ObjectNames, isNotAboutRecused, withoutRecused } from './object-names.store.ts';

/** Filters of the trail, with all names of the typed object. */
export interface AuditFilters extends Omit<QueryOf<typeof exportAudit>, 'object'> {
  readonly object?: ObjectNames | undefined;
  readonly recused: RecusedObjects;
}

/** Builds the query of the list; exported for the test of its plan. */
export function auditQuery(
  db: Database,
  caller: Pick<Caller, 'role' | 'mdaId'>,
  filters: AuditFilters,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const wanted = and(
    visibleTo(caller),
    isNotAboutRecused(filters.recused),
    chosen(filters),
    behindCursor('audit', cursor, audit),
  );
  return db
    .select({
      entry: audit,
      // Readers of the trail must not learn who complained.
      name: sql<
        string | null
      >`case when ${account.role} <> 'citizen' then full_name(${account.firstName}, ${account.lastName}) end`,
      mda: { id: mda.id, name: mda.name },
    })
    .from(audit)
    .leftJoin(account, eq(account.id, audit.actorId))
    .leftJoin(mda, eq(mda.id, audit.mdaId))
    .where(wantedOf(db, filters, wanted, limit))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(limit);
}

function wantedOf(db: Database, { who, object }: AuditFilters, wanted: SQL | undefined, limit: number) {
  const ways = object ? waysTo(object) : [];
  if (who) return newestOfEach(staffCalled(db, who), and(wanted, or(...ways)), limit);
  return ways.length > 0 ? newestOfWays(ways, wanted, limit) : wanted;
}

function visibleTo({ role, mdaId }: Pick<Caller, 'role' | 'mdaId'>): SQL | undefined {
  if (role === 'administrator' || role === 'oversight') return undefined;
  return role === 'supervisor' && mdaId !== null ? eq(audit.mdaId, mdaId) : sql`false`;
}

const dayLength = 24 * 3_600_000;

function chosen({ actor, group, outcome, from, to }: AuditFilters): SQL | undefined {
  return and(
    actor === undefined ? undefined : eq(audit.actorId, actor),
    // All names are listed: behind row security no index supports a condition on part of the action.
    group &&
      inArray(
        audit.action,
        auditActions.filter((action) => action.startsWith(`${group}.`)),
      ),
    outcome === undefined ? undefined : eq(audit.outcome, outcome),
    from === undefined ? undefined : gte(audit.at, new Date(from)),
    to === undefined ? undefined : lt(audit.at, new Date(Date.parse(to) + dayLength)),
  );
}

/** Selects the newest entries of these people, via the newest of each: no index orders entries of several people. */
function newestOfEach(people: SQLWrapper, wanted: SQL | undefined, limit: number): SQL {
  const newest = newestQuery(and(sql`${audit.actorId} = person.id`, wanted), limit);
  return isAmong(sql`${people} as person, lateral (${newest}) as one`, limit);
}

/** Selects the newest entries that meet one of these conditions, via the newest of each: each condition has an index. */
function newestOfWays(ways: readonly SQL[], wanted: SQL | undefined, limit: number): SQL {
  const each = ways.map((way) => sql`(${newestQuery(and(way, wanted), limit)})`);
  return isAmong(sql`(${sql.join(each, sql` union `)}) as one`, limit);
}

function newestQuery(condition: SQL | undefined, limit: number): SQL {
  const newest = sql`order by ${audit.at} desc, ${audit.id} desc limit ${limit}`;
  return sql`select ${audit.id}, ${audit.at} from ${audit} where ${condition} ${newest}`;
}

function isAmong(found: SQL, limit: number): SQL {
  return sql`${audit.id} = any(array(select one.id from ${found} order by one.at desc, one.id desc limit ${limit}))`;
}

/** Finds staff by the beginnings of their names, or by a whole e-mail address. */
function staffCalled(db: Database, who: string) {
  const query = plainWords(who)
    .map((word) => `${word}:*`)
    .join(' & ');
  const named = query === '' ? undefined : sql`${nameWords(account)} @@ to_tsquery('simple', ${query})`;
  return db
    .select({ id: account.id })
    .from(account)
    .where(and(ne(account.role, 'citizen'), or(named, eq(account.email, emailForm(who)))));
}

function waysTo({ ids, label }: ObjectNames): SQL[] {
  const named = label === null ? [] : [eq(audit.objectLabel, label)];
  return [...ids.map((id) => eq(audit.objectId, id)), ...named, ...isListedAs(ids, label)];
}

function isListedAs([id]: readonly string[], label: string | null): SQL[] {
  if (label === null) return id === undefined ? [] : [isListed(labelOf(id))];
  return /^[\p{L}\p{N}-]+$/u.test(label) ? [isListed(sql`${label}::text`)] : [];
}

/** Selects the tracking ID of a removed complaint from the trail. */
function labelOf(id: string): SQL {
  const about = sql`${audit.objectId} = ${id} and ${audit.objectKind} = 'complaint' and ${audit.objectLabel} is not null`;
  return sql`(select ${audit.objectLabel} from ${audit} where ${about} limit 1)`;
}

const isListed = (label: SQL) => sql`${isOfList} and ${listedNames(audit)} @@ quote_literal(${label})::tsquery`;

/** Lists one page of the trail, newest first. */
export async function listAudit(
  db: Database,
  caller: Pick<Caller, 'role' | 'mdaId'>,
  filters: AuditFilters,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<AuditEntry>> {
  const rows = await auditQuery(db, caller, filters, { limit: limit + 1, cursor });
  const page = toPage('audit', rows, limit, ({ entry }) => entry);
  return { ...page, items: page.items.map((row) => toEntry(row, filters.recused)) };
}

function toEntry({ entry, name, mda }: Awaited<ReturnType<typeof auditQuery>>[number], recused: RecusedObjects) {
  const { at, actorId, actorRole, objectKind, objectId, objectLabel, detail } = entry;
  return {
    ...pick(entry, ['id', 'action', 'outcome', 'network', 'requestId']),
    mda,
    at: at.toISOString(),
    actor: actorId === null ? null : { id: actorId, name, role: actorRole },
    object: objectId === null ? null : { kind: objectKind ?? '', id: objectId, label: objectLabel },
    detail: detail && withoutRecused(detail, recused),
  };
}
