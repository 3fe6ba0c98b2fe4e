import { spawn } from 'node:child_process';
import path from 'node:path';
import { dataDir, demoPassword, port, portalUrl } from './portal.ts';

const isReady = () =>
  fetch(`${portalUrl}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

/** The portal of the journeys: the one that runs, or a new one on an empty folder. Gives what stops it again. */
export async function ensurePortal(): Promise<() => void> {
  if (await isReady()) return () => undefined;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fresh-portal.mjs')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_PASSWORD: demoPassword,
      LOG_LEVEL: 'warn',
    },
  });
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The portal did not start.');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return () => child.kill('SIGTERM');
}
