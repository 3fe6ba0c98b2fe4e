// `npm run migration -- --name=NAME`: writes the migration for what changed in the columns and foreign keys of
// `apps/api/src/db/schema`.
import path from 'node:path';
import { root, run, script } from './lib/run.mjs';
import { toolFile } from './lib/tools.mjs';

await script(async () => {
  const words = [await toolFile('drizzle-kit/bin.cjs'), 'generate', ...process.argv.slice(2)];
  process.exitCode = (await run(process.execPath, words, { cwd: path.join(root, 'apps/api') })).code;
});
