import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PostgresBinaries } from '@baraza/local-postgres';

const finder = fileURLToPath(new URL('../../../../../scripts/testing/find-programs.mjs', import.meta.url));

/** Finds the PostgreSQL of the operating system, and installs it where possible. */
export async function systemPostgres(): Promise<PostgresBinaries> {
  const { stdout } = await promisify(execFile)(process.execPath, [finder, 'postgres']);
  const folder = JSON.parse(stdout) as string;
  return { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
}
