import { type ComplaintLink, type State, statusOf } from '@baraza/contract';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { searchFunctions } from '../../../db/row-security/leakproof.ts';
import { pick } from '../../../db/pick.ts';
import { ownedBy, ownedWords } from '../../../db/schema/complaint-tables.ts';
import { isOpenTo } from '../../../db/row-security/open-to.ts';
import { complaint } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { earlier, isEarlier, type MergedRow } from '../record/related.ts';
import { visibleTo, within } from '../record/visibility.ts';

export const link = pick(complaint, ['id', 'trackingId', 'title', 'state', 'submittedAt']);

export function toLink({ submittedAt, ...row }: Pick<typeof complaint.$inferSelect, keyof typeof link>): ComplaintLink {
  return { ...row, status: statusOf(row.state), submittedDate: submittedAt.toISOString() };
}

const shown = 50;

/** Lists earlier complaints of the citizen to the same MDA, newest first; none where the complaint is not the reader's. */
export async function listEarlier(db: Database, reader: Actor, complaintId: string): Promise<ComplaintLink[]> {
  const rows = await db
    .select(pick(earlier, ['id', 'trackingId', 'title', 'state', 'submittedAt']))
    .from(earlier)
    .innerJoin(complaint, within(visibleTo(reader), eq(complaint.id, complaintId)))
    .where(isEarlier(reader))
    .orderBy(desc(earlier.submittedAt), desc(earlier.id))
    .limit(shown);
  return rows.map(toLink);
}

/** Converts merged complaints as `mergedWith` selects them: the parent and the duplicates. */
export function toMerged(rows: readonly MergedRow[], parentId: string | null) {
  const links = rows.map((row) => toLink({ ...row, submittedAt: new Date(row.submittedAt) }));
  return {
    parent: links.find((other) => other.id === parentId) ?? null,
    merged: links.filter((other) => other.id !== parentId),
  };
}

// Written into the text of the statement, which so gets a name.
/** Number of newest complaints that are compared and show which words are common. */
const newest = sql.raw('500');
/** Number of words, and of rare words, that are read from a complaint. */
const mostWords = sql.raw('40');
const mostTelling = sql.raw('6');
/** Number of complaints with the same rare words that are compared. */
const candidates = sql.raw('500');
const best = sql.raw('10');
/** Factor by which a complaint of the same area ranks higher. */
const sameArea = 2;
/** Distance within which complaints of the same time come first: in metres and in degrees of latitude. */
const nearMetres = 500;
const nearDegrees = 0.0045;
const nearTime = sql`interval '30 days'`;

/**
 * Lists complaints of the same MDA with the same rare words, those near by first; none where the complaint is not the reader's. The
 * newest ones show which words are rare, and are compared too.
 */
export async function listSimilar(db: Database, reader: Actor, complaintId: string): Promise<ComplaintLink[]> {
  return findSimilar(db, similarQuery(complaintId, reader));
}

/** Lists complaints of the reader's MDA that share rare words with a text. */
export async function listSimilarToText(db: Database, reader: Actor, text: string): Promise<ComplaintLink[]> {
  const typed = sql`select null::uuid as id, ${reader.mdaId}::uuid as mda_id, null::float8 as lat, null::float8 as lon,
    null::int as accuracy, null as area_code, now() as submitted_at, search_words(${text}) as search`;
  return findSimilar(db, similarTo(typed, reader));
}

async function findSimilar(db: Database, query: SQL): Promise<ComplaintLink[]> {
  type Row = Record<'id' | 'tracking_id' | 'title' | 'state' | 'submitted_at', string>;
  const { rows } = await db.execute<Row>(query);
  return rows.map(({ id, tracking_id, title, state, submitted_at }) =>
    toLink({ id, trackingId: tracking_id, title, state: state as State, submittedAt: new Date(submitted_at) }),
  );
}

/** Builds the query of similar complaints; exported for the test of its plan. */
export function similarQuery(complaintId: string, reader: Actor): SQL {
  const here = sql`select id, mda_id, lat, lon, accuracy, area_code, submitted_at, search from ${complaint}
    where id = ${complaintId} and ${visibleTo(reader)}`;
  return similarTo(here, reader);
}

function similarTo(here: SQL, reader: Actor): SQL {
  const shownTo = isOpenTo({ recusedStaff: sql`recused_staff`, unitId: sql`unit_id` }, reader);
  const mdaId = sql`(select mda_id from here)`;
  const columns = sql`id, tracking_id, title, state, submitted_at, search, lat, lon, accuracy, area_code`;
  return sql`
    with here as materialized (${here}), newest as materialized (
      select ${columns} from ${complaint} where mda_id = ${mdaId} and ${shownTo}
      order by submitted_at desc, id desc limit ${newest}
    ), said as materialized (
      select lexeme as word from here, unnest(search)
      where lexeme ~ '^[[:alnum:]]{4,}$' order by positions[1] limit ${mostWords}
    ), telling as materialized (
      select word, count(n.word) as times from said
      left join (select unnest(tsvector_to_array(search)) as word from newest) n using (word)
      group by word having count(n.word) <= greatest(5, (select count(*) from newest) / 50)
      order by times, length(word) desc limit ${mostTelling}
    ), asked as materialized (
      select (select string_agg(quote_literal(word), ' | ')::tsquery from said) as said,
        (select string_agg(quote_literal(word), ' | ')::tsquery from telling) as telling,
        (select string_agg(term, ' | ')::tsquery from (
          select quote_literal(word) as term from telling where times <= 1
          union all
          select quote_literal(a.word) || ' & ' || quote_literal(b.word) from telling a join telling b on a.word < b.word
        ) as terms) as close
    ), found as (
      select ${columns} from ${complaint}
      where mda_id = ${mdaId} and ${ownedWords(complaint)} @@ (select close && ${ownedBy(mdaId)} from asked)
        and ${shownTo} and ${isOlder} and ${searchHasIndex} limit ${candidates}
    ), near as (
      select ${columns} from ${complaint}
      where mda_id = ${mdaId} and ${inBox} and ${shownTo} and ${isOlder} limit ${candidates}
    ), either as (
      select * from newest union all (select * from found union select * from near)
    )
    select either.id, tracking_id, title, state, either.submitted_at
    from either, here, asked
    where either.id is distinct from here.id and either.search @@ asked.said
    order by coalesce(${distance} <= ${nearMetres} and ${isOfThatTime}, false) desc,
      (10 * coalesce(ts_rank(either.search, asked.telling), 0) + ts_rank(either.search, asked.said))
        * case when either.area_code = here.area_code then ${sameArea} else 1 end desc, either.submitted_at desc
    limit ${best}`;
}

/** Limits complaints to those beyond the newest; in a small MDA there are none. */
const isOlder = sql`(select count(*) from newest) = ${newest} and id not in (select id from newest)`;

/** Limits complaints to a box around this one; a degree of longitude gets shorter towards the poles. */
const inBox = sql`lat between (select lat - ${nearDegrees} from here) and (select lat + ${nearDegrees} from here)
  and abs(lon - (select lon from here)) * cos(radians(lat)) <= ${nearDegrees}`;

const isOfThatTime = sql`either.submitted_at between here.submitted_at - ${nearTime} and here.submitted_at + ${nearTime}`;

/** Distance by the haversine formula in metres; at least the accuracy of either point. */
const distance = sql`case when num_nulls(either.lat, here.lat) = 0 then greatest(either.accuracy, here.accuracy, 12742000 * asin(sqrt(least(1,
  sin(radians(either.lat - here.lat) / 2) ^ 2
    + cos(radians(here.lat)) * cos(radians(either.lat)) * sin(radians(either.lon - here.lon) / 2) ^ 2)))) end`;

/** Whether searching may use the index. Row security allows it once a superuser marked the functions leakproof. */
const searchHasIndex = sql`(
  select bool_and(proleakproof) from pg_proc
  where oid = any(${sql.param(searchFunctions.map((name) => `pg_catalog.${name}`))}::regprocedure[]))`;
