// Runs git in this repository. Node builtins only: the hooks are set up before anything is installed.
import { spawnSync } from 'node:child_process';
import { root } from './run.mjs';

/** Returns git's output; undefined when it fails or is not installed. */
export function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns git's output by line; none when it fails. */
export const gitLines = (...words) =>
  git(...words)
    ?.split('\n')
    .filter(Boolean) ?? [];

/** The files of the repository, those not yet committed included. */
export const repositoryFiles = () => gitLines('ls-files', '--cached', '--others', '--exclude-standard');
