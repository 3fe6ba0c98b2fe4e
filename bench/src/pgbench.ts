import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FilledDatabase } from './cluster.ts';

/** Finds pgbench, which comes with a PostgreSQL server. */
export async function findPgbench(): Promise<string> {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? (await readdir(packaged)).toSorted().toReversed() : [];
  const folders = [
    ...versions.map((version) => path.join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  const found = folders.map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file));
  if (found === undefined) throw new Error('pgbench is missing: install the PostgreSQL server (Debian: postgresql).');
  return found;
}

/** Runs a script with pgbench and returns its transactions per second. */
export async function runPgbench(
  program: string,
  { connection }: FilledDatabase,
  script: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-pgbench-'));
  try {
    const file = path.join(folder, 'script.sql');
    await writeFile(file, script);
    const words = ['-n', '-M', 'prepared', '-c', connections, '-j', 2, '-T', seconds, '-f', file];
    const { host, port, user, database } = connection;
    const own = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGOPTIONS: '-c baraza.scope=system' };
    const env = { ...process.env, ...own };
    const { stdout, stderr, status } = spawnSync(program, [...words.map(String), database ?? ''], {
      encoding: 'utf8',
      env,
    });
    const perSecond = /tps = ([\d.]+)/u.exec(stdout)?.[1];
    if (status !== 0 || perSecond === undefined) throw new Error(`pgbench failed: ${stderr.slice(0, 2_000)}`);
    return Number(perSecond);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
