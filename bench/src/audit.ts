import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenDatabase, openDatabase } from '../../apps/api/src/db/database.ts';
import { migrateDatabase } from '../../apps/api/src/db/migrate.ts';
import { verifyAudit } from '../../apps/api/src/features/audit/verify-audit.ts';
import { placeHash, sealAudit } from '../../apps/api/src/audit/audit-chain.ts';
import { isSmall } from './small.ts';
import type { Row } from './table.ts';

const entries = isSmall ? 1_600 : Number(process.env['BENCH_AUDIT'] ?? 1_000_000);
const chains = 16;
const batch = 5_000;
const most = { seconds: 120, megabytes: 200 };
const program = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

/** One altered, removed, slipped in or moved entry among a million of the audit trail is found and named, in bounded memory. */
export async function auditRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-bench-audit-'));
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await migrateDatabase(database.pool);
    await fill(database.pool);
    const rows = [await sound(database.db)];
    const asked = byFunction(database.db);
    for (const tampering of tamperings) rows.push(await found(database.pool, tampering, asked));
    const [altered] = tamperings;
    rows.push(
      await found(database.pool, { ...altered, what: 'altered, by npm run verify-history' }, byCommand(dataDir)),
    );
    return rows;
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Db = Parameters<typeof verifyAudit>[0];
type Pool = OpenDatabase['pool'];

async function sound(db: Db): Promise<Row> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100);
  const start = performance.now();
  const { entries: seen, faults } = await verifyAudit(db, () => {});
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  const grown = (peak - before) / 2 ** 20;
  return {
    what: `audit: ${seen.toLocaleString('en')} entries looked at`,
    measured: `${seconds.toFixed(1)} s, ${grown.toFixed(0)} MB more, ${faults} faults`,
    limit: `${most.seconds} s, ${most.megabytes} MB, 0`,
    holds: seconds <= most.seconds && grown <= most.megabytes && faults === 0 && seen === entries,
  };
}

interface Tampering {
  readonly what: string;
  /** What is done to the entry, and how it is undone. */
  readonly statements: (id: string, chain: number, seq: number) => readonly [change: string[], back: string[]];
  readonly named: (id: string, chain: number, seq: number) => string;
}

const byId = (id: string) => `audit ${id} `;
const copied = `at, actor_id, actor_role, action, object_kind, object_id, object_label, mda_id, outcome, request_id, network,
  detail, salt, content_digest, digest`;

const tamperings: readonly [Tampering, ...Tampering[]] = [
  {
    what: 'altered',
    statements: (id) => [
      [`update audit set outcome = 'refused' where id = '${id}'`],
      [`update audit set outcome = 'done' where id = '${id}'`],
    ],
    named: byId,
  },
  {
    what: 'removed',
    statements: (id) => [
      [`create table kept as select * from audit where id = '${id}'`, `delete from audit where id = '${id}'`],
      ['insert into audit select * from kept', 'drop table kept'],
    ],
    named: (_, chain, seq) => `audit chain ${chain} entry ${seq} missing`,
  },
  {
    what: 'slipped in',
    statements: (id) => [
      [
        `insert into audit (id, ${copied}) select '00000000-0000-4000-8000-000000000000', ${copied} from audit where id = '${id}'`,
      ],
      [`delete from audit where id = '00000000-0000-4000-8000-000000000000'`],
    ],
    named: () => byId('00000000-0000-4000-8000-000000000000'),
  },
  {
    what: 'moved by one place',
    statements: (_, chain, seq) => {
      const swap = [
        `update audit set seq = -1 where chain = ${chain} and seq = ${seq}`,
        `update audit set seq = ${seq} where chain = ${chain} and seq = ${seq + 1}`,
        `update audit set seq = ${seq + 1} where chain = ${chain} and seq = -1`,
      ];
      return [swap, swap];
    },
    named: (_, chain, seq) => `(chain ${chain}, entry ${seq}, `,
  },
];

/** Looks through the trail, and answers a line for each fault. */
type Verify = () => Promise<string[]>;

const byFunction =
  (db: Db): Verify =>
  async () => {
    const lines: string[] = [];
    await verifyAudit(db, (line) => lines.push(line));
    return lines;
  };

/** As people run it, beside the database that runs here: it has to end with 1, and to say how many faults there are. */
const byCommand =
  (dataDir: string): Verify =>
  async () => {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
    const { code, lines } = await new Promise<{ code: unknown; lines: string[] }>((resolve) => {
      execFile(process.execPath, [program, 'cli/verify-history'], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, lines: `${stdout}${stderr}`.trim().split('\n') }),
      );
    });
    const faults = lines.filter((line) => line.startsWith('audit '));
    const hasSaidSo = code === 1 && lines.at(-1) === `${faults.length} faults found.`;
    return hasSaidSo ? faults : [`ended with ${String(code)}: ${lines.join(' | ')}`];
  };

async function found(pool: Pool, { what, statements, named }: Tampering, verify: Verify): Promise<Row> {
  const chain = Math.floor(Math.random() * chains);
  const seq = 1 + Math.floor(Math.random() * (entries / chains - 2));
  const place = [chain, seq];
  const { rows } = await pool.query<{ id: string }>('select id from audit where chain = $1 and seq = $2', place);
  const id = rows[0]?.id ?? '';
  const [change, back] = statements(id, chain, seq);
  for (const statement of change) await pool.query(statement);
  const start = performance.now();
  const lines = await verify();
  const seconds = (performance.now() - start) / 1000;
  for (const statement of back) await pool.query(statement);
  const holds = lines.length > 0 && lines.length <= 3 && lines[0]?.includes(named(id, chain, seq)) === true;
  return {
    what: `audit: one entry ${what}`,
    measured: `${holds ? 'named' : (lines[0] ?? 'not found')} after ${seconds.toFixed(1)} s`,
    limit: 'named',
    holds,
  };
}

/** Writes the chains as the application and its triggers would have, without taking its time. */
async function fill(pool: Pool): Promise<void> {
  await pool.query('alter table audit disable trigger user');
  const { rows } = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'audit' and indexname not in ('audit_pkey', 'audit_position')`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  const heads = Array.from({ length: chains }, () => ({ seq: 0, hash: Buffer.alloc(0) }));
  for (let count = 0; count < entries; count += batch) {
    const lines = Array.from({ length: Math.min(batch, entries - count) }, (_, index) => entry(count + index, heads));
    await pool.query('insert into audit select * from json_populate_recordset(null::audit, $1::json)', [
      JSON.stringify(lines),
    ]);
  }
  for (const [chain, { seq, hash }] of heads.entries())
    await pool.query('update audit_head set seq = $2, hash = $3 where chain = $1', [chain, seq, hash]);
  await pool.query('analyze audit');
}

const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`;

function entry(number: number, heads: { seq: number; hash: Buffer }[]) {
  const sealed = sealAudit({
    id: crypto.randomUUID(),
    at: new Date(Date.UTC(2026, 0, 1) + number * 1_000),
    actorId: crypto.randomUUID(),
    actorRole: 'officer',
    action: 'complaint.viewed',
    objectKind: 'complaint',
    objectId: crypto.randomUUID(),
    objectLabel: 'SDP-26-7F3K92',
    mdaId: crypto.randomUUID(),
    outcome: 'done',
    requestId: crypto.randomUUID(),
    network: '192.0.2.1',
    detail: { number },
  });
  const chain = number % chains;
  const before = heads[chain]!;
  const seq = before.seq + 1;
  const hash = placeHash(before.hash, chain, seq, sealed.digest);
  heads[chain] = { seq, hash };
  return {
    id: sealed.id,
    at: sealed.at,
    actor_id: sealed.actorId,
    actor_role: sealed.actorRole,
    action: sealed.action,
    object_kind: sealed.objectKind,
    object_id: sealed.objectId,
    object_label: sealed.objectLabel,
    mda_id: sealed.mdaId,
    outcome: sealed.outcome,
    request_id: sealed.requestId,
    network: sealed.network,
    detail: sealed.detail,
    salt: hex(sealed.salt),
    content_digest: hex(sealed.contentDigest),
    digest: hex(sealed.digest),
    chain,
    seq,
    hash: hex(hash),
  };
}
