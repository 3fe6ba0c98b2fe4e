import { type OpenDatabase, maintenancePool } from '../../src/db/database.ts';
import { compactCounts } from '../../src/features/complaint/read/queue-count.store.ts';

type Pool = OpenDatabase['pool'];

/** The people and places of the filled MDA. */
export interface Filled {
  readonly mdaId: string;
  /** Works at the MDA and has a share of its complaints. */
  readonly officerId: string;
  /** Reads all MDAs. */
  readonly oversightId: string;
  /** Ids of one with many complaints and one with a handful. */
  readonly categories: { readonly common: string; readonly rare: string };
  readonly jurisdictions: { readonly common: string; readonly rare: string };
  /** An open complaint, and those of the MDA with the same text. */
  readonly complaintId: string;
  readonly likeIds: readonly string[];
}

const id = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const idSql = (kind: string, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/** Number of distinct texts; complaints beyond it repeat them. */
const phrases = 5_000;

/**
 * Fills one MDA with this many open complaints and as many resolved ones, and its neighbour with a tenth, some of them offered.
 * They were filed over sixty days, whatever their number: older ones are assigned, late and escalated, the newest wait for
 * triage. One category and one jurisdiction have only a handful of old ones.
 */
export async function fillDesk(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  open: number,
  now: Date,
): Promise<Filled> {
  const run = (statement: string) => pool.query(statement);
  const citizens = Math.max(100, Math.round(open / 4));
  await run(
    `insert into mda (id, name, created_at) select ${idSql('a', 'n')}, 'MDA ' || n, now() from generate_series(0, 1) n`,
  );
  await run(`insert into jurisdiction (id, mda_id, name)
    select ${idSql('8', 'n')}, ${idSql('a', '0')}, 'District ' || n from generate_series(0, 9) n`);
  await run(`insert into category (id, kind, name)
    select ${idSql('b', 'n')}, 'complaint', 'Category ' || n from generate_series(0, 9) n`);
  await run(`insert into account (id, role, email, first_name, last_name, mda_id, email_verified_at, created_at)
    select ${idSql('c', 'n')}, 'citizen', 'c' || n || '@mail.example', 'First' || n % 97, 'Last' || n, null, now(), now()
      from generate_series(0, ${citizens}) n
    union all select ${idSql('d', 'n')}, 'officer', 'o' || n || '@mail.example', 'Ada', 'Obi ' || n, ${idSql('a', '0')}, now(), now()
      from generate_series(0, 19) n
    union all select ${idSql('d', '20')}, 'oversight', 'oversight@mail.example', 'Efe', 'Ude', null, now(), now()`);
  // Words with a natural distribution: a few very often, most of them seldom.
  const words = (count: number) =>
    `(select string_agg('word' || translate(floor(power(20000, random()))::int::text, '0123456789', 'abcdefghij'), ' ')
      from generate_series(1, ${count} + n * 0))`;
  // In one query, and so on one connection: the random numbers are the same each time.
  await run(
    `select setseed(0.42); create table phrase as select n as key, ${words(5)} as title, ${words(40)} as text from generate_series(0, ${phrases - 1}) n`,
  );
  await run('alter table phrase add primary key (key)');
  await withoutIndexes(pool, async () => {
    await fillComplaints(pool, { now, from: 0, count: open, citizens, closed: false, mda: 0 });
    await fillComplaints(pool, { now, from: open, count: open, citizens, closed: true, mda: 0 });
    await fillComplaints(pool, { now, from: open * 2, count: open / 10, citizens, closed: false, mda: 1 });
  });
  await run('drop table phrase');
  // As the job does each minute.
  await compactCounts(db);
  await run('vacuum (analyze)');
  const middle = Math.round(open / 2);
  return {
    mdaId: id('a', 0),
    officerId: id('d', 3),
    oversightId: id('d', 20),
    categories: { common: id('b', 1), rare: id('b', 9) },
    jurisdictions: { common: id('8', 1), rare: id('8', 9) },
    complaintId: id('e', middle),
    likeIds: Array.from(
      { length: Math.floor((open * 2) / phrases) + 1 },
      (_, index) => (middle % phrases) + index * phrases,
    )
      .filter((number) => number !== middle && number < open * 2)
      .map((number) => id('e', number)),
  };
}

/** A list that the desk opens. */
export interface Opening {
  readonly what: string;
  readonly as: 'officer' | 'oversight';
  /** The query of `listDeskComplaints`. */
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Lists every queue of an officer, in every order and with each filter, including those that need an index of their own,
 * and the queues of oversight, which reads all MDAs.
 */
export function openings({
  categories,
  jurisdictions,
  officerId,
}: Pick<Filled, 'categories' | 'jurisdictions' | 'officerId'>): Opening[] {
  const waiting = { state: 'awaiting_citizen' };
  const [escalated, resolved] = [{ escalated: 'true' }, { state: 'resolved' }];
  const ofOfficer: Record<string, Opening['query']> = {
    'all open': {},
    mine: { assignee: 'me' },
    unassigned: { assignee: 'none' },
    'due today': { due: 'today' },
    overdue: { due: 'overdue' },
    'with citizen': waiting,
    'offered transfers': { transfer: 'offered' },
    escalated,
    're-opened': { reopened: 'true' },
    resolved,
    'a category of many': { category: categories.common },
    'a category of few': { category: categories.rare },
    'a jurisdiction of many': { jurisdiction: jurisdictions.common },
    'a jurisdiction of few': { jurisdiction: jurisdictions.rare },
    'with citizen in a category': { ...waiting, category: categories.common },
    'with citizen in a jurisdiction': { ...waiting, jurisdiction: jurisdictions.common },
    'with citizen of a colleague': { ...waiting, assignee: officerId },
    'escalated in a jurisdiction of none': { ...escalated, jurisdiction: jurisdictions.common },
    'resolved in a category of none': { ...resolved, category: categories.rare },
    'resolved in a jurisdiction of none': { ...resolved, jurisdiction: jurisdictions.rare },
  };
  const ofOversight: Record<string, Opening['query']> = {
    'all open': {},
    'with citizen': waiting,
    'with citizen in a jurisdiction': { ...waiting, jurisdiction: jurisdictions.common },
    escalated,
    'escalated in a jurisdiction of none': { ...escalated, jurisdiction: jurisdictions.common },
    resolved,
    'resolved in a jurisdiction of none': { ...resolved, jurisdiction: jurisdictions.rare },
  };
  const inEachOrder = (as: Opening['as'], queues: Record<string, Opening['query']>) =>
    Object.entries(queues).flatMap(([name, query]) =>
      // The queue by due date has only that order.
      (query.due ? ['due'] : ['due', 'latest', 'oldest']).map((sort) => ({
        what: `${as === 'officer' ? '' : `${as}: `}${name}, ${sort}`,
        as,
        query: { ...query, sort },
      })),
    );
  return [...inEachOrder('officer', ofOfficer), ...inEachOrder('oversight', ofOversight)];
}

interface Batch {
  readonly now: Date;
  readonly from: number;
  readonly count: number;
  readonly citizens: number;
  readonly closed: boolean;
  readonly mda: number;
}

async function fillComplaints(pool: Pool, batch: Batch): Promise<void> {
  const { now, from, count, citizens, closed, mda } = batch;
  const portion = 10_000;
  for (let first = from; first < from + count; first += portion) {
    const last = Math.min(first + portion, from + count) - 1;
    // `age` in days; `dice` decides everything that age does not.
    await pool.query(`insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, jurisdiction_id, title,
        description, description_text, location, incident_date, state, cycle, version, assignee_id, due_at, paused_until,
        escalated_at, offered_to_mda_id, resolved_at, outcome, submitted_at, updated_at)
      select ${idSql('e', 'n')}, 'SDP-26-' || lpad(upper(to_hex(n)), 6, '0'),
        ${idSql('c', `n % ${citizens}`)}, ${idSql('a', String(mda))},
        case when n < 20 then ${idSql('b', '9')} else ${idSql('b', 'n % 7')} end,
        case when ${mda} = 1 then null when n < 20 then ${idSql('8', '9')} else ${idSql('8', 'n % 8')} end,
        'No water ' || p.title, 'x', p.text, 'Road ' || n % 300, (at - interval '1 day')::date,
        state, case when dice < 4 then 2 else 1 end, 3,
        case when assigned then ${idSql('d', 'n / 7 % 20')} end,
        case when ${closed} or state = 'awaiting_citizen' then null
          else date_trunc('day', at) + interval '22 days' - interval '1 millisecond' end,
        case when state = 'awaiting_citizen' then at + interval '30 days' end,
        case when not ${closed} and age > 31 and dice % 2 = 0 then at + interval '31 days' end,
        case when state = 'transfer_offered' then ${idSql('a', '0')} end,
        case when ${closed} then at + interval '9 days' end, case when ${closed} then 'solved' end, at, at
      from generate_series(${first}, ${last}) serial,
        lateral (select serial::bigint as n) numbered,
        lateral (select (n - ${from}) * 7919 % 100 as dice,
          60.0 * (1 - (n - ${from} + 0.5) / ${count}) + ${closed ? 60 : 0} as age) a,
        lateral (select timestamptz '${now.toISOString()}' - age * interval '1 day' as at) b,
        lateral (select case when ${closed} then 'resolved' when ${mda} = 1 and dice < 20 then 'transfer_offered' when age < 1 or dice < 10 then 'received'
          when dice < 35 then 'awaiting_citizen' else 'in_progress' end as state,
          ${closed} or (age > 2 and dice <> 50) as assigned) c,
        phrase p where p.key = n * 7919 % ${phrases}`);
  }
}

/** Drops the indexes during the work, which makes inserts faster. */
async function withoutIndexes(pool: Pool, work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'complaint' and indexname <> 'complaint_pkey'`);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await work();
  const patient = maintenancePool(pool);
  for (const { definition } of rows) await patient.query(definition);
  await patient.end();
}
