// Has git run the hooks that lie in `.githooks`. Node builtins only: it runs before anything is installed.
import { realpathSync } from 'node:fs';
import { git } from './git.mjs';
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
