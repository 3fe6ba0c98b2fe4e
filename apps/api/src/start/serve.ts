import cluster from 'node:cluster';
import { createLog } from '../observability/log.ts';
import { demoWarning, isOpenToOthers } from '../config/safe-settings.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { serveForParent } from './serve-requests.ts';
import { openTracing } from '../observability/tracing.ts';
import { type RunningServer, startServer } from './start.ts';
import { readStartSettings } from './start-settings.ts';

let running: RunningServer | undefined;
/** When the first signal came. */
let stoppedAt: number | undefined;

try {
  const { settings, warnings } = readStartSettings(process.env);
  const log = createLog(settings);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The server met an error that nobody expected and ends.');
    process.exit(1);
  });
  const tracing = await openTracing(process.env);
  if (cluster.isWorker) serveForParent(settings, log, tracing);
  else {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
    for (const line of warnings) console.error(line);
    running = await startServer(settings, {
      log,
      tracing,
      say: (line) => console.log(line),
      onFatal: (reason) => void onFatal(reason),
    });
    greet(settings, running);
  }
} catch (error) {
  fail(error);
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

/**
 * Ends in order at the first signal, and at once at the second, or while it was still starting. One Ctrl-C may arrive
 * twice, from the terminal and from npm: what comes within half a second is the same one.
 */
async function stop(): Promise<void> {
  if (!running) process.exit(0);
  if (stoppedAt !== undefined) {
    if (performance.now() - stoppedAt > 500) process.exit(1);
    return;
  }
  stoppedAt = performance.now();
  // Whoever read along may be gone already; that is no reason to stop otherwise than in order.
  process.stdout.on('error', () => undefined);
  console.log('Stopping…');
  await running.stop();
  console.log('Stopped.');
  process.exit(0);
}

/** Something ended that the server cannot do without. */
async function onFatal(reason: StartupError): Promise<void> {
  stoppedAt = performance.now();
  await running?.stop();
  fail(reason);
}

/** A line each for what a person can act on, the whole story for what is our own fault. */
function fail(error: unknown): never {
  if (error instanceof StartupError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
