import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, FilledDatabase } from './cluster.ts';
import { type Costs, costsOfEach, readCosts } from './costs.ts';
import { categoryId, citizenId, citizenToken, mdaId, mdas, sessions } from './fill.ts';
import { anyOf, formRequest, getRequest, jsonRequest, load } from './load.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import { fillPlain, plain } from './plain.ts';
import { megabytesOf, nodeProgram, servePortal, serveProgram, type Served } from './portal.ts';
import { type Reading, readingsOf } from './readers.ts';
import { isSmall, median, rounds, type Row, sizeWord } from './report.ts';

const connections = 8;
const seconds = isSmall ? 0.5 : 5;
const idleSeconds = isSmall ? 1 : 20;
const mostMegabytes = 200;

export interface Question {
  readonly what: string;
  /** Requests that make one of what is counted; one unless stated. */
  readonly calls?: number;
  readonly status: number;
  readonly ours: (reading: Reading) => Buffer;
  readonly bare?: (reading: Reading) => Buffer;
  /** The plain statement, for pgbench. */
  readonly script?: string;
  /** The least share of the bare server's speed. */
  readonly least?: number;
}

/** Makes a description of one kilobyte of HTML, with random numbers. */
function description(): string {
  const paragraph = () =>
    `<p>No water since Monday, <strong>day ${randomInt(1e6)}</strong>, at <em>pump</em> ${randomInt(97)}.</p>`;
  let text = '';
  while (text.length < 1_000) text += paragraph();
  return text;
}

function fileOurs(): Buffer {
  const session = anyOf(sessions);
  const incidentDate = new Date().toISOString().slice(0, 10);
  const place = { title: 'No water in our street', location: 'Station road', incidentDate };
  const fields = { mda: mdaId(anyOf(mdas)), category: categoryId(anyOf(7)), ...place, description: description() };
  const sender = { token: citizenToken(session), network: session };
  return formRequest('/api/complaint', fields, sender, { 'idempotency-key': randomUUID() });
}

function fileBare({ reader }: Reading): Buffer {
  const place = { title: 'No water in our street', location: 'Station road', description: description() };
  const ids = { citizen: citizenId(reader.citizen), mda: mdaId(anyOf(mdas)), category: categoryId(anyOf(7)) };
  return jsonRequest('/file', { ...ids, ...place });
}

/** Returns what citizens ask most. */
export async function citizenQuestions(_: FilledDatabase, readings: readonly Reading[]): Promise<Question[]> {
  const { reader, id } = readings[0]!;
  const citizen = `'${citizenId(reader.citizen)}'`;
  const script = (name: keyof typeof plain, ...values: string[]) =>
    `${plain[name].replaceAll(/\$(\d)/gu, (_, at: string) => values[Number(at) - 1]!).replaceAll(/\s+/gu, ' ')};`;
  const words = [`'No water in our street'`, `repeat('<p>No water since Monday.</p>', 34)`, `'Station road'`];
  const filed = script('file', citizen, `'${mdaId(1)}'`, `'${categoryId(1)}'`, ...words);
  return [
    {
      what: "citizen's list",
      status: 200,
      least: 0.5,
      script: script('list', citizen),
      ours: (one) => getRequest('/api/complaint', one.reader.sender),
      bare: (one) => getRequest(`/list/${citizenId(one.reader.citizen)}`),
    },
    {
      what: "citizen's details",
      status: 200,
      script: script('details', citizen, `'${id}'`),
      ours: (one) => getRequest(`/api/complaint/${one.id}`, one.reader.sender),
      bare: (one) => getRequest(`/details/${citizenId(one.reader.citizen)}/${one.id}`),
    },
    {
      what: 'statistics of an MDA',
      status: 200,
      ours: (one) => getRequest(`/api/mda/${mdaId(anyOf(mdas))}/summary`, one.reader.sender),
    },
    {
      what: 'file a complaint',
      status: 201,
      least: 0.2,
      script: filed,
      ours: fileOurs,
      bare: fileBare,
    },
  ];
}

/**
 * Measures the most frequent calls over HTTP, with sessions, limits, history and mails, beside a bare server and pgbench running the
 * plain statement, and what each request costs.
 */
export async function compareRows(
  cluster: Cluster,
  sizes: readonly number[],
  questions = citizenQuestions,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const database = await cluster.database(size);
    await fillPlain(database.connection);
    const served: Served[] = [];
    try {
      const environment = { PORT: '4322' };
      served.push(await serveProgram(nodeProgram('bench/src/mail-sink.ts'), { port: 4322, environment }));
      const mail = { SMTP_URL: 'smtp://127.0.0.1:4322', MAIL_FROM: 'portal@bench.example' };
      const portal = await servePortal(4320, { DATABASE_URL: database.url, ...mail });
      served.push(portal);
      const bareAt = { port: 4321, path: '/ready', environment: { PORT: '4321', DATABASE_URL: database.url } };
      const bare = await serveProgram(nodeProgram('bench/src/bare.ts'), bareAt);
      served.push(bare);
      const readings = readingsOf(size);
      for (const question of await questions(database, readings))
        rows.push(await compare(question, database, readings, portal, bare));
      await sleep(idleSeconds * 1_000);
      const megabytes = await megabytesOf(portal);
      rows.push({
        what: `memory of the server at ${sizeWord(size)}, ${idleSeconds} s after the load`,
        measured: `${megabytes.toFixed(0)} MB`,
        limit: `≤ ${mostMegabytes} MB`,
        holds: megabytes <= mostMegabytes,
      });
    } finally {
      for (const one of served.toReversed()) await one.stop();
    }
  }
  return rows;
}

async function compare(
  { what, calls = 1, status, least, ours, bare, script }: Question,
  database: FilledDatabase,
  readings: readonly Reading[],
  portal: Served,
  bareServer: Served,
): Promise<Row> {
  const run = async (server: Served, next: (reading: Reading) => Buffer, time: number) =>
    load({
      port: server.port,
      connections,
      status,
      next: () => next(readings[anyOf(readings.length)]!),
      until: { seconds: time },
    });
  const program = await findPgbench();
  await run(portal, ours, seconds / 2);
  if (bare) await run(bareServer, bare, seconds / 2);
  const [own, other, pgbench, costs]: [number[], number[], number[], Costs[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const before = await readCosts(database, portal.pid);
    const { perSecond, count } = await run(portal, ours, seconds);
    costs.push(costsOfEach(before, await readCosts(database, portal.pid), count / calls));
    own.push(perSecond / calls);
    if (bare) other.push((await run(bareServer, bare, seconds)).perSecond);
    if (script !== undefined)
      pgbench.push(await runPgbench(program, database, script, { connections, seconds: Math.max(1, seconds) }));
  }
  const cost = (name: keyof Costs, digits: number) => median(costs.map((each) => each[name])).toFixed(digits);
  const part = bare ? median(own) / median(other) : undefined;
  return {
    what: `${what} at ${sizeWord(database.size)}, ${connections} clients`,
    measured: `${median(own).toFixed(0)}/s${part === undefined ? '' : `, ${(part * 100).toFixed(0)} % of bare`}`,
    limit: least === undefined ? '' : `≥ ${least * 100} % of bare`,
    holds: least === undefined || (part ?? 0) >= least,
    columns: {
      'bare/s': other.length > 0 ? median(other).toFixed(0) : '',
      'pgbench/s': pgbench.length > 0 ? median(pgbench).toFixed(0) : '',
      'app ms': cost('app', 2),
      'database ms': cost('database', 2),
      trips: cost('trips', 1),
      'planning ms': cost('planning', 2),
      blocks: cost('blocks', 0),
      'WAL B': cost('wal', 0),
    },
  };
}
