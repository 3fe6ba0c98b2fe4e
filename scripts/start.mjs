// `npm start`: installs and builds what is stale, then becomes the server. Runs on Node builtins alone.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithFirst, handOver } from './lib/own-node.mjs';
import { root, script } from './lib/run.mjs';

await script(async () => {
  endWithFirst();
  await ensureInstalled();
  if (handOver()) return;
  await ensureBuilt();
  await import(pathToFileURL(path.join(root, 'apps/api/dist/main.js')).href);
});
