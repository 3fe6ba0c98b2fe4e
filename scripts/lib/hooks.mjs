// Has git run the hooks that lie in `.githooks`. Node builtins only: it runs before anything is installed.
import { realpathSync } from 'node:fs';
import { git } from './git.mjs';
import { root } from './run.mjs';

const folder = '.githooks';

/** Sets the hooks up in a developer's clone, unless it has hooks already. */
export function installHooks() {
  if (process.env.CI || !isClone() || git('config', '--get', 'core.hooksPath') !== undefined) return;
  git('config', 'core.hooksPath', folder);
}

/** Whether this folder is a clone itself, and not merely unpacked inside of one. */
function isClone() {
  const top = git('rev-parse', '--show-toplevel');
  return top !== undefined && realpathSync(top) === realpathSync(root);
}
