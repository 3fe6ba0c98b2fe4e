// Has git run the hooks that lie in `.githooks`. Node builtins only: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { root } from './run.mjs';

const folder = '.githooks';

/** Names the folder of the hooks in a clone on a person's computer. Leaves alone whoever has hooks of their own. */
export function installHooks() {
  if (process.env.CI || !isClone() || git('config', '--get', 'core.hooksPath') !== undefined) return;
  git('config', 'core.hooksPath', folder);
}

/** Whether this folder is a clone itself, and not merely unpacked inside of one. */
function isClone() {
  const top = git('rev-parse', '--show-toplevel');
  return top !== undefined && realpathSync(top) === realpathSync(root);
}

/** What git says; undefined when it refuses, or is not there. */
function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
