import { getNumbers, type MonthNumbers } from '@baraza/contract/numbers/numbers';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import type { Database } from '../../db/database.ts';
import { type Cell, csvStream } from '../../http/csv.ts';
import { notFound } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { listMonths, readMonth } from './numbers.store.ts';
import { addMonths, newestMonth } from './publish-numbers.ts';

const cacheRule = 'public, max-age=300';
const options = { config: { access: 'public' as const }, schema: { hide: true } };

/** Mounts the public numbers of a month. */
export function numbersRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getNumbers, async ({ services: { db, clock, settings }, query, reply }) => {
    const months = await listMonths(db);
    const numbers = await readMonth(db, query.month);
    if (query.month !== undefined && !numbers) throw notFound();
    reply.header('cache-control', cacheRule);
    const next = addMonths(newestMonth(clock.now(), settings.timeZone), 1);
    return { months, next, numbers: numbers ?? null };
  });
}

/** Serves the same numbers as open data, at the addresses that catalogues know. */
export function openDataRoutes(app: FastifyInstance, { db, settings, clock }: Services): void {
  app.get('/data.json', options, async (_, reply) => {
    const newest = await readMonth(db);
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

/** Describes the open data as a catalogue (DCAT-US 1.1). Its data set is valid by DCAT-US 3 too. */
function dataCatalogue(settings: Settings, publishedAt: string) {
  const { publicUrl, productName, supportEmail } = settings;
  const address = (path: string) => new URL(path, publicUrl).href;
  return {
    '@context': 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld',
    '@type': 'dcat:Catalog',
    conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
    describedBy: 'https://project-open-data.cio.gov/v1.1/schema/catalog.json',
    dataset: [
      {
        '@type': 'dcat:Dataset',
        identifier: address('/data/complaints.csv'),
        title: `${productName}: complaints by agency, category and month`,
        description:
          'Monthly counts, published once and never changed. Counts are rounded to 5; 5 itself stands for 0 to 7. Columns are named after GeoReport Bulk.',
        keyword: ['complaints', 'public services', 'government'],
        modified: publishedAt.slice(0, 10),
        accrualPeriodicity: 'R/P1M',
        accessLevel: 'public',
        publisher: { '@type': 'org:Organization', name: productName },
        contactPoint: { '@type': 'vcard:Contact', fn: productName, hasEmail: `mailto:${supportEmail}` },
        distribution: [
          {
            '@type': 'dcat:Distribution',
            title: 'All months as CSV',
            mediaType: 'text/csv',
            format: 'CSV',
            accessURL: address('/numbers'),
            downloadURL: address('/data/complaints.csv'),
          },
        ],
      },
    ],
  };
}
