// `npm run fuzz`: sends 200,000 requests made from the OpenAPI document, another lot each time. `npm run fuzz 5000 7` sends
// 5,000 of them, the ones of seed 7.
import { randomInt } from 'node:crypto';
import { ensureInstalled } from '../lib/install.mjs';
import { run, script, Stop, tool, toolEnvironment } from '../lib/run.mjs';

await script(async () => {
  const [requests = '200000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
  await ensureInstalled();
  console.log(`${requests} requests, seed ${seed}`);
  const env = toolEnvironment({ FUZZ_REQUESTS: requests, FUZZ_SEED: seed });
  const { code } = await run(tool('vitest'), ['run', '--project', 'api:embedded', 'fuzz.test.ts'], { env });
  if (code !== 0) throw new Stop(`Something was found. To see it again: npm run fuzz ${requests} ${seed}`);
});
