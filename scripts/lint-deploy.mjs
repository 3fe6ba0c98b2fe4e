// `npm run lint:deploy`: looks for what is wrong with the files in `deploy`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployFaults } from './lib/deploy.mjs';
import { root, run, script, Stop } from './lib/run.mjs';

await script(async () => {
  const faults = [...deployFaults(), ...(await promtoolFaults())];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) throw new Stop(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in deploy.`);
});

/** Prometheus' own check, where that is installed. */
async function promtoolFaults() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const promtool = folders.map((folder) => path.join(folder, 'promtool')).find((file) => existsSync(file));
  if (promtool === undefined) return [];
  const work = mkdtempSync(path.join(tmpdir(), 'baraza-promtool-'));
  const { code, output } = await run(promtool, ['check', 'rules', path.join(root, 'deploy/prometheus/alerts.yaml')], {
    cwd: work,
    quiet: true,
  });
  rmSync(work, { recursive: true });
  return code === 0 ? [] : [output.trim()];
}
