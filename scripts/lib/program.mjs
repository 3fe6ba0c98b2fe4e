// Runs one of the server's programs: installs and builds what is stale first. Runs on Node builtins alone.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithFirst, handOver } from './own-node.mjs';
import { root, script } from './run.mjs';

/** `name`: that of the file in the built server. */
export async function runProgram(name) {
  await script(async () => {
    endWithFirst();
    await ensureInstalled();
    if (handOver()) return;
    await ensureBuilt();
    await import(pathToFileURL(path.join(root, 'apps/api/dist/cli', `${name}.js`)).href);
  });
}
