import pg from 'pg';
import { states } from '@baraza/contract/complaint/lifecycle';
import type { Cluster, FilledDatabase } from './cluster.ts';
import { readIn } from './cluster.ts';
import {
  categoryId,
  mdas,
  gatherAtOneMda,
  officers,
  sessions,
  supervisors,
  supervisorToken,
  officerToken,
} from './fill.ts';
import { anyOf, getRequest, jsonRequest, load, type Sender } from './load.ts';
import { servePortal } from './portal.ts';
import { isSmall, type Row, sizeWord, takeTurns } from './report.ts';

/** Open complaints of one MDA. The sizes are of this part alone, which changes its databases. */
const sizes = isSmall ? [110, 220] : [1_001, 100_001];
const requests = isSmall ? 2 : 20;

function anySupervisor(): Sender {
  const supervisor = anyOf(supervisors);
  return { token: supervisorToken(supervisor), network: sessions + officers + supervisor };
}

const category = categoryId(3);
const officer: Sender = { token: officerToken(mdas), network: sessions + mdas };

/** First pages of the views at the desk, and of lists with three filters. */
const pages: readonly (readonly [what: string, query: Record<string, string>])[] = [
  ['all open', {}],
  ['unassigned', { assignee: 'none' }],
  ['due today', { due: 'today' }],
  ['overdue', { due: 'overdue' }],
  ['with the citizen', { state: 'awaiting_citizen', sort: 'latest' }],
  ['to answer', { answer: 'wanted' }],
  ['escalated', { escalated: 'true' }],
  ['re-opened', { reopened: 'true' }],
  ['received', { state: states.join(','), sort: 'latest' }],
  ['category, priority and tag', { category, priority: 'high', tag: 'flood' }],
  ['category, unassigned and overdue', { category, assignee: 'none', due: 'overdue' }],
  [
    'priority, source and days, latest first',
    { priority: 'high', source: 'sms', filed: '2020-01-01..2035-12-31', sort: 'latest' },
  ],
];

const desk = (path: string, query: Record<string, string>) =>
  getRequest(`/api/desk/${path}?${new URLSearchParams(query)}`, anySupervisor());

/** Calls of the supervisor that look at all complaints, with their limit in ms. */
const wholes: readonly (readonly [what: string, most: number, next: () => Buffer])[] = [
  ['true total of all open', 500, () => desk('complaint/total', {})],
  ['true total of three filters', 500, () => desk('complaint/total', { category, assignee: 'none', due: 'overdue' })],
  ['the counts of all queues', 500, () => desk('complaint/counts', {})],
  ['the report of a year', 500, () => desk('report', {})],
  [
    'the dry run of ten rules',
    3_000,
    () => {
      const filters = [
        { category },
        { priority: 'high' },
        { tag: 'flood' },
        { unit: 'none' },
        { category, tag: 'flood' },
      ];
      const rules = [...filters, ...filters].map((filter, at) => ({
        id: `00000000-0000-4000-8000-00000000000${at}`,
        name: `Rule ${at}`,
        event: 'filed',
        filter,
        priority: 'high',
      }));
      return jsonRequest('/api/desk/rule/trial', { rules }, anySupervisor());
    },
  ],
];

/** Measures the desk of one MDA with many open complaints against one with few. */
export async function volumeRows(cluster: Cluster): Promise<Row[]> {
  const portals: Awaited<ReturnType<typeof openDesk>>[] = [];
  try {
    for (const [at, size] of sizes.entries()) portals.push(await openDesk(cluster, size, 5420 + at));
    const rows: Row[] = [];
    const both = sizes.map(sizeWord);
    const firstPages = [
      ['mine', () => getRequest('/api/desk/complaint?assignee=me', officer)] as const,
      ...pages.map(([what, query]) => [what, () => desk('complaint', query)] as const),
    ];
    for (const [name, next] of firstPages) {
      const [small = 0, large = 0] = await measure(portals, `the first page of ${name}`, next);
      const times = large / small;
      rows.push({
        what: `median of the first page of ${name}, one MDA`,
        measured: `${small.toFixed(1)} ms at ${both[0]}, ${large.toFixed(1)} ms at ${both[1]}: ${times.toFixed(2)} ×`,
        limit: '≤ 1.5 ×',
        holds: times <= 1.5,
      });
    }
    for (const [name, most, next] of wholes) {
      const [, large = 0] = await measure(portals, name, next);
      const measured = `${large.toFixed(0)} ms at ${both[1]}`;
      rows.push({ what: `median of ${name}, one MDA`, measured, limit: `≤ ${most} ms`, holds: large <= most });
    }
    return rows;
  } finally {
    for (const { portal } of portals) await portal.stop();
  }
}

async function measure(portals: readonly Awaited<ReturnType<typeof openDesk>>[], what: string, next: () => Buffer) {
  const measures = portals.map(
    ({ ask }) =>
      () =>
        ask(next),
  );
  for (const warmUp of measures) await warmUp();
  return takeTurns(`median of ${what}, in ms`, ...measures);
}

async function openDesk(cluster: Cluster, size: number, port: number) {
  const database = await cluster.database(size);
  await withSuperuser(database, gatherAtOneMda);
  await readIn(database);
  const portal = await servePortal(port, { DATABASE_URL: database.url });
  const ask = async (next: () => Buffer) =>
    (await load({ port, connections: 1, next, status: 2, until: { requests } })).median;
  return { portal, ask };
}

async function withSuperuser({ connection }: FilledDatabase, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ ...connection, user: 'postgres' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
