// `npm run witness -- URL`: witnesses the log of a portal. It needs neither the portal's code built nor a database.
import { ensureInstalled } from './lib/install.mjs';
import { endWithFirst, handOver } from './lib/own-node.mjs';
import { script } from './lib/run.mjs';

await script(async () => {
  endWithFirst();
  await ensureInstalled();
  if (handOver()) return;
  await import('../packages/witness/src/main.ts');
});
