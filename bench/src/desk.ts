import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../../apps/api/src/app.ts';
import { openDatabase } from '../../apps/api/src/db/database.ts';
import { migrateDatabase } from '../../apps/api/src/db/migrate.ts';
import { prepareServingRole } from '../../apps/api/src/db/row-security/prepare-serving-role.ts';
import { openFiles } from '../../apps/api/src/files/files.ts';
import { migrateJobs } from '../../apps/api/src/jobs/jobs.ts';
import { createLog } from '../../apps/api/src/observability/log.ts';
import { insertSession } from '../../apps/api/src/auth/session/session.store.ts';
import { readSettings } from '../../apps/api/src/config/settings.ts';
import { openServices } from '../../apps/api/src/start/start.ts';
import { type Filled, fillDesk, type Opening, openings } from '../../apps/api/test/support/full-desk.ts';
import { isSmall } from './small.ts';
import { rounds } from './speed/turns.ts';
import { median, type Row } from './table.ts';

const sizes = { small: 1_000, large: isSmall ? 2_000 : Number(process.env['BENCH_DESK'] ?? 100_000) };
/** One opening takes a few milliseconds: the median of so many is one measurement. */
const repeat = isSmall ? 1 : 10;
const limit = 1.5;

/** A queue of 100,000 open complaints opens as fast as one of 1,000: the list and the counts, over HTTP, as the desk asks. */
export async function deskRows(): Promise<Row[]> {
  const [small, large] = [await openDesk(sizes.small), await openDesk(sizes.large)];
  try {
    const rows: Row[] = [];
    for (const opening of openings(large.filled)) rows.push(await compare(opening, small, large));
    return rows;
  } finally {
    await small.close();
    await large.close();
  }
}

interface Desk {
  readonly filled: Filled;
  get(as: Opening['as'], path: string): Promise<string>;
  close(): Promise<void>;
}

/** A server of its own with an MDA of this many open complaints, and an officer and oversight signed in. */
async function openDesk(open: number): Promise<Desk> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-bench-desk-'));
  const log = createLog({ logLevel: 'silent' });
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '0' });
  const database = await openDatabase(settings);
  const opened: (() => Promise<unknown>)[] = [
    () => rm(dataDir, { recursive: true, force: true }),
    () => database.close(),
  ];
  await migrateDatabase(database.pool);
  await migrateJobs(database.pool, log);
  await prepareServingRole(database.pool);
  const filled = await fillDesk(database, open, new Date());
  const key = { database, secretKey: Buffer.alloc(32, 7), log };
  const services = await openServices(settings, { ...key, files: await openFiles(settings) }, opened);
  const often = { max: 1_000_000, seconds: 60 };
  const rates = { ...services.rates, session: often, network: often, networkCall: often };
  const app = await buildApp({ ...services, rates }, { web: undefined, desk: undefined });
  opened.push(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const signIn = (role: Opening['as'], accountId: string) =>
    insertSession(services.db, { accountId, role, userAgent: 'bench', now: new Date(), lives: settings.sessions });
  const tokens = {
    officer: await signIn('officer', filled.officerId),
    oversight: await signIn('oversight', filled.oversightId),
  };
  return {
    filled,
    async get(as, pathOf) {
      const answer = await fetch(`http://127.0.0.1:${port}/api${pathOf}`, {
        headers: { authorization: `Bearer ${tokens[as]}` },
      });
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`${pathOf}: ${answer.status} ${body}`);
      return body;
    },
    async close() {
      for (const close of opened.toReversed()) await close();
    },
  };
}

/** The same request to both, in turn. */
async function compare({ what, as, query }: Opening, small: Desk, large: Desk): Promise<Row> {
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
  const asked = new URLSearchParams({ ...query, limit: '30' }).toString();
  const open = (desk: Desk) =>
    Promise.all([desk.get(as, `/desk/complaint?${asked}`), desk.get(as, '/desk/complaint/counts')]);
  for (const desk of [small, large, small, large]) await open(desk);
  for (let round = 0; round < rounds; round++) {
    const each: typeof times = { small: [], large: [] };
    for (let count = 0; count < repeat; count++) {
      for (const [name, desk] of [
        ['small', small],
        ['large', large],
      ] as const) {
        const start = performance.now();
        await open(desk);
        each[name].push(performance.now() - start);
      }
    }
    times.small.push(median(each.small));
    times.large.push(median(each.large));
  }
  const [few, many] = [median(times.small), median(times.large)];
  const ratio = many / few;
  console.log(`  ${what}: ${few.toFixed(1)} ms, ${many.toFixed(1)} ms`);
  return {
    what: `desk: ${what}`,
    measured: `${few.toFixed(1)} ms, ${many.toFixed(1)} ms with ${sizes.large.toLocaleString('en')}: ${ratio.toFixed(2)} ×`,
    limit: `≤ ${limit} ×`,
    holds: ratio <= limit,
  };
}
