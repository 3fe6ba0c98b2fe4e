// `npm run build`: installs missing packages and builds stale parts.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { script } from './lib/run.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
