// `npm run build`: installs and builds what is stale.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { script } from './lib/run.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
