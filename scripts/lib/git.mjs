// Asks git about this repository. Node builtins only: the hooks are set up before anything is installed.
import { spawnSync } from 'node:child_process';
import { root } from './run.mjs';

/** What git prints; undefined when it refuses, or is not there. */
export function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The lines that git prints; none when it refuses. */
export const gitLines = (...words) =>
  git(...words)
    ?.split('\n')
    .filter(Boolean) ?? [];

/** The files of the repository, those not yet committed included. */
export const repositoryFiles = () => gitLines('ls-files', '--cached', '--others', '--exclude-standard');
