import { demoWarning, isOpenToOthers } from './config/safe-settings.ts';
import type { Settings } from './config/settings.ts';
import { StartupError } from './config/startup-error.ts';
import { createLog } from './observability/log.ts';
import { openTracing } from './observability/tracing.ts';
import { readStartSettings } from './start/start-settings.ts';
import { type RunningServer, startServer } from './start/start.ts';

let running: RunningServer | undefined;
let stoppedAt: number | undefined;

process.title = 'baraza';

try {
  const { settings, warnings } = readStartSettings(process.env);
  const log = createLog(settings);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The server met an error that nobody expected and ends.');
    process.exit(1);
  });
  const tracing = await openTracing(process.env, settings);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
  for (const line of warnings) console.error(line);
  running = await startServer(settings, { log, tracing, report: (line) => console.log(line) });
  greet(settings, running);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}

function greet(settings: Settings, { demo }: RunningServer): void {
  console.log(`${settings.productName} is ready: ${settings.publicUrl}`);
  if (!demo) return;
  if (settings.demo !== true && isOpenToOthers(settings)) console.error(demoWarning);
  const known = demo.password === undefined ? 'set DEMO_PASSWORD to choose a new one' : demo.password;
  console.log(`Sample accounts, all with the password: ${known}`);
  for (const { email, role, mda } of demo.accounts) {
    console.log(`  ${email.padEnd(26)} ${role}${mda === undefined ? '' : `, ${mda}`}`);
  }
}

/** Stops gracefully at the first signal, at once at a second. Ctrl-C may arrive twice, from the terminal and from npm. */
async function stop(): Promise<void> {
  if (!running) process.exit(0);
  if (stoppedAt !== undefined) {
    if (performance.now() - stoppedAt > 500) process.exit(1);
    return;
  }
  stoppedAt = performance.now();
  // The reader of the output may have ended already.
  process.stdout.on('error', () => undefined);
  console.log('Stopping…');
  await running.stop();
  console.log('Stopped.');
  process.exit(0);
}
