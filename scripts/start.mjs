// `npm start`: becomes the server. `npm run backup` (`start.mjs cli/backup …`) and the other commands: becomes that program.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, isBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithFirst, handOver } from './lib/own-node.mjs';
import { root, script, Stop } from './lib/run.mjs';

await script(async () => {
  endWithFirst();
  await ensureInstalled();
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = process.env;
  if (OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    await ensureInstalled(path.join(root, 'tools/tracing'));
  if (handOver()) return;
  const [program = 'main'] = process.argv.splice(2, 1);
  if (program === 'main' && !isBuilt()) await checkSettings();
  await ensureBuilt();
  await import(pathToFileURL(path.join(root, 'apps/api/dist', `${program}.js`)).href);
});

/** Names wrong settings before the build, from the sources, where this Node reads them. @throws Stop */
async function checkSettings() {
  if (!process.features.typescript) return;
  const { readStartSettings } = await import('../apps/api/src/start/start-settings.ts');
  try {
    readStartSettings(process.env);
  } catch (error) {
    throw new Stop(error.message);
  }
}
