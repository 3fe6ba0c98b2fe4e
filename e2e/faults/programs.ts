import { spawnSync } from 'node:child_process';
import path from 'node:path';

const finder = path.join(import.meta.dirname, '../../scripts/testing/find-programs.mjs');

interface Programs {
  readonly patroni: Readonly<Record<'patroni' | 'etcd' | 'haproxy' | 'postgres', string>>;
  readonly pgbackrest: Readonly<Record<'pgbackrest' | 'postgres', string>>;
}

/**
 * Finds programs of the system; installs missing ones, within a minute, if that is possible.
 * @throws Error saying what is missing.
 */
export function findPrograms<N extends keyof Programs>(name: N): Programs[N] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [finder, name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1));
  return JSON.parse(stdout) as Programs[N];
}

/** Returns why programs are missing, if they are. */
export function whyWithout(name: keyof Programs): string | undefined {
  try {
    findPrograms(name);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
