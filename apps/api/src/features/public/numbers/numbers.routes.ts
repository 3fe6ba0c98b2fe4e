import { type AgencyNumbers, getNumbers, type MonthNumbers } from '@baraza/contract/numbers/numbers';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../../config/settings.ts';
import type { Database } from '../../../db/database.ts';
import { type Cell, csvStream } from '../../../http/csv.ts';
import { notFound } from '../../../http/errors.ts';
import { openData } from '../../../http/headers.ts';
import { requireNoQuery } from '../../../http/input/schema-input.ts';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { listMonths, readMonth } from './numbers.store.ts';
import { nextMonth } from './publish-numbers.ts';

const cacheRule = 'public, max-age=300';
const options = { ...openData, onRequest: requireNoQuery };

/** Mounts the public numbers of a month. */
export function numbersRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getNumbers, async ({ services: { db }, query, reply }) => {
    const months = await listMonths(db);
    const numbers = await readMonth(db, query.month);
    if (query.month !== undefined && !numbers) throw notFound();
    reply.header('cache-control', cacheRule);
    return { months, next: nextMonth(services), numbers: numbers ?? null };
  });
}

/** Serves the same numbers as open data, at the addresses that catalogues know. */
export function openDataRoutes(app: FastifyInstance, { db, settings, clock }: Services): void {
  app.get('/data.json', options, async (_, reply) => {
    const newest = await readMonth(db);
    const changedAt = newest?.publishedAt ?? clock.now().toISOString();
    return reply.header('cache-control', cacheRule).send(dataCatalogue(settings, changedAt));
  });

  for (const file of files) {
    app.get(`/data/${file.name}.csv-metadata.json`, options, async (_, reply) =>
      reply
        .header('cache-control', cacheRule)
        .type('application/csvm+json')
        .send(JSON.stringify(tableOf(file, settings))),
    );

    app.get(`/data/${file.name}.csv`, options, async (_, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', cacheRule)
        .header('content-disposition', `attachment; filename="${file.name}.csv"`)
        .send(csvStream(Object.keys(file.columns), pages(db, file))),
    );
  }
}

/** A file of open data: a table of every published month. */
interface DataFile {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Name and meaning of each column. */
  readonly columns: Readonly<Record<string, string>>;
  readonly numbers: readonly string[];
  readonly key: readonly string[];
  readonly rowsOf: (numbers: MonthNumbers) => Cell[][];
}

interface Row {
  readonly month: string;
  readonly publishedAt: string;
  readonly agency: AgencyNumbers;
  readonly category: string | null;
}

const none = () => null;

/** Columns of GeoReport Bulk, in its order; the counts of a month stand for its requests. */
const bulkColumns: Record<string, (row: Row) => Cell> = {
  service_request_id: ({ month, agency, category }) =>
    [month, agency.name, category].filter((part) => part !== null).join('/'),
  requested_datetime: ({ month }) => `${month}-01`,
  updated_datetime: ({ publishedAt }) => publishedAt,
  closed_date: none,
  status_description: none,
  status_notes: none,
  source: none,
  service_name: ({ category }) => category,
  service_subtype: none,
  description: none,
  agency_responsible: ({ agency }) => agency.name,
  address: none,
  lat: none,
  long: none,
};

const countColumns: Record<string, (agency: AgencyNumbers) => Cell> = {
  complaints_due: ({ due }) => due,
  resolved_in_time: ({ kept }) => kept,
  complaints_received: ({ received }) => received,
  complaints_reopened: ({ reopened }) => reopened,
  median_working_days: ({ days }) => days,
  expected_percent: ({ expected }) => expected,
  compared: ({ group }) => group,
  complaints_resolved: ({ resolved }) => resolved,
  confirmed_solved: ({ answers }) => answers && answers.yes,
  said_not_solved: ({ answers }) => answers && answers.no,
};

/** What each column means; those of Bulk without a meaning here stay empty. */
const meanings: Record<string, string> = {
  service_request_id: 'Month, agency and category',
  requested_datetime: 'First day of the month that is counted',
  updated_datetime: 'When the month was published; it never changes afterwards',
  service_name: 'Category; empty in the row of the whole agency',
  agency_responsible: 'Agency',
  complaints_due: 'Complaints that had to be resolved in the month',
  resolved_in_time: 'Those of them resolved in time',
  complaints_received: 'Complaints received in the month',
  complaints_reopened: 'Complaints re-opened in the month',
  median_working_days: 'Median of the working days to a resolution',
  expected_percent: 'Share in time that the mix of categories lets one expect',
  compared: 'Whether the agency is better or worse than expected, beyond chance',
  complaints_resolved: 'Complaints resolved in the month',
  confirmed_solved: 'Citizens who said that theirs is solved',
  said_not_solved: 'Citizens who said that theirs is not solved',
};

const heads = [...Object.keys(bulkColumns), ...Object.keys(countColumns)];

const counting =
  'Monthly counts, published once and never changed. Counts are rounded to 5; 5 itself stands for 0 to 7.';

const files: readonly DataFile[] = [
  {
    name: 'complaints',
    title: 'complaints by agency, category and month',
    description: `${counting} Columns are named after GeoReport Bulk.`,
    columns: Object.fromEntries(
      heads.map((name) => [name, meanings[name] ?? 'Empty: public numbers tell of no single complaint']),
    ),
    numbers: Object.keys(countColumns).filter((name) => name !== 'compared'),
    key: ['service_request_id'],
    rowsOf,
  },
  {
    name: 'areas',
    title: 'complaints by area and month',
    description: `${counting} A month has no rows where its total would tell the count of an area.`,
    columns: {
      month: 'Month that is counted',
      area_code: 'Code of the area in the list of the portal',
      area: 'Name of the area',
      complaints_received: 'Complaints received in the month from the area and all areas in it',
    },
    numbers: ['complaints_received'],
    key: ['month', 'area_code'],
    rowsOf: ({ month, areas = [] }) => areas.map(({ code, name, received }) => [month, code, name, received]),
  },
];

async function* pages(db: Database, file: DataFile): AsyncGenerator<Cell[][]> {
  for (const month of await listMonths(db)) {
    const numbers = await readMonth(db, month);
    if (numbers) yield file.rowsOf(numbers);
  }
}

/** Lists a row for each agency and each of its categories. Categories only have a count of due complaints. */
function rowsOf({ month, publishedAt, agencies }: MonthNumbers): Cell[][] {
  return agencies.flatMap((agency) => {
    const row = (category: string | null) =>
      Object.values(bulkColumns).map((cell) => cell({ month, publishedAt, agency, category }));
    const dueAlone = (due: Cell) => Object.keys(countColumns).map((head) => (head === 'complaints_due' ? due : null));
    return [
      [...row(null), ...Object.values(countColumns).map((cell) => cell(agency))],
      ...agency.categories.map(({ name, due }) => [...row(name), ...dueAlone(due)]),
    ];
  });
}

/** Describes the columns of a CSV file (CSV on the Web). */
function tableOf({ name: file, description, columns, numbers, key }: DataFile, { dataLicense }: Settings) {
  return {
    '@context': 'http://www.w3.org/ns/csvw',
    url: `${file}.csv`,
    ...(dataLicense && { 'dc:license': { '@id': dataLicense } }),
    'dc:description': description,
    tableSchema: {
      columns: Object.entries(columns).map(([name, meaning]) => ({
        name,
        titles: name,
        datatype: numbers.includes(name) ? 'number' : 'string',
        'dc:description': meaning,
      })),
      primaryKey: key,
    },
  };
}

/** Describes the open data as a catalogue (DCAT-US 1.1). Its data sets also conform to DCAT-US 3. */
function dataCatalogue(settings: Settings, publishedAt: string) {
  const { publicUrl, productName, supportEmail, dataLicense } = settings;
  const address = (path: string) => new URL(path, publicUrl).href;
  return {
    '@context': 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld',
    '@type': 'dcat:Catalog',
    conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
    describedBy: 'https://project-open-data.cio.gov/v1.1/schema/catalog.json',
    dataset: files.map(({ name, title, description }) => ({
      '@type': 'dcat:Dataset',
      identifier: address(`/data/${name}.csv`),
      title: `${productName}: ${title}`,
      description,
      ...(dataLicense && { license: dataLicense }),
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
          downloadURL: address(`/data/${name}.csv`),
          describedBy: address(`/data/${name}.csv-metadata.json`),
          describedByType: 'application/csvm+json',
        },
      ],
    })),
  };
}
