import { getNumbers, type MonthNumbers } from '@baraza/contract/numbers/numbers';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { type Cell, csvStream } from '../../http/csv.ts';
import { notFound } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { dataCatalogue } from './data-catalogue.ts';
import { listMonths, readMonth, readNewestMonth } from './numbers.store.ts';
import { addMonths, newestMonth } from './publish-numbers.ts';

const cacheRule = 'public, max-age=300';
const options = { config: { access: 'public' as const }, schema: { hide: true } };

/** Mounts the public numbers of a month. */
export function numbersRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getNumbers, async ({ services: { db, clock, settings }, query, reply }) => {
    const months = await listMonths(db);
    const month = query.month ?? months.at(-1);
    const numbers = month === undefined ? undefined : await readMonth(db, month);
    if (query.month !== undefined && !numbers) throw notFound();
    reply.header('cache-control', cacheRule);
    const next = addMonths(newestMonth(clock.now(), settings.timeZone), 1);
    return { months, next, numbers: numbers ?? null };
  });
}

/** Serves the same numbers as open data, at the addresses that catalogues know. */
export function openDataRoutes(app: FastifyInstance, { db, settings, clock }: Services): void {
  app.get('/data.json', options, async (_, reply) => {
    const newest = await readNewestMonth(db);
    const changedAt = newest?.publishedAt ?? clock.now().toISOString();
    return reply.header('cache-control', cacheRule).send(dataCatalogue(settings, changedAt));
  });

  app.get('/data/complaints.csv', options, async (_, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', cacheRule)
      .header('content-disposition', 'attachment; filename="complaints.csv"')
      .send(csvStream(heads, pages(db))),
  );
}

/** Columns of GeoReport Bulk, in its order, and the counts behind them. */
const bulkHeads = [
  'service_request_id',
  'requested_datetime',
  'updated_datetime',
  'closed_date',
  'status_description',
  'status_notes',
  'source',
  'service_name',
  'service_subtype',
  'description',
  'agency_responsible',
  'address',
  'lat',
  'long',
];
const heads = [
  ...bulkHeads,
  'complaints_due',
  'resolved_in_time',
  'complaints_received',
  'complaints_reopened',
  'median_working_days',
  'expected_percent',
  'compared',
  'complaints_resolved',
  'confirmed_solved',
  'said_not_solved',
];

async function* pages(db: Database): AsyncGenerator<Cell[][]> {
  for (const month of await listMonths(db)) {
    const numbers = await readMonth(db, month);
    if (numbers) yield rowsOf(numbers);
  }
}

/** A row for each agency, and one for each of its categories; the counts of a month stand for its requests. */
function rowsOf({ month, publishedAt, agencies }: MonthNumbers): Cell[][] {
  return agencies.flatMap((agency) => {
    const row = (category: string | null, counts: Cell[]) => {
      const filled: Record<string, Cell> = {
        service_request_id: [month, agency.name, ...(category === null ? [] : [category])].join('/'),
        requested_datetime: `${month}-01`,
        updated_datetime: publishedAt,
        service_name: category,
        agency_responsible: agency.name,
      };
      return [...bulkHeads.map((head) => filled[head] ?? null), ...counts];
    };
    const { due, kept, received, reopened, days, expected, group, categories, resolved, answers } = agency;
    const said = [resolved, answers?.yes ?? null, answers?.no ?? null];
    return [
      row(null, [due, kept, received, reopened, days, expected, group, ...said]),
      ...categories.map(({ name, due: count }) => row(name, [count, ...Array<null>(9).fill(null)])),
    ];
  });
}
