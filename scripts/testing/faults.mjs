// `npm run faults`: breaks what can break while citizens file complaints, and looks for everything that was answered with success.
import path from 'node:path';
import { ensureBuilt } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { root, run, script, tool } from '../lib/run.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await run(tool('node'), [path.join(root, 'e2e/faults/main.ts'), ...process.argv.slice(2)]);
  process.exitCode = code;
});
