import os from 'node:os';
import path from 'node:path';

/**
 * Number of workers, each with a portal, a database and 40 ports of its own. Journeys wait more than they compute, so two cores
 * take three.
 */
export const workers = Number(process.env['E2E_WORKERS'] ?? 3);
const firstPort = Number(process.env['E2E_PORT'] ?? 3190);

export const portOf = (worker: number) => firstPort + 40 * worker;
export const urlOf = (worker: number) => `http://127.0.0.1:${portOf(worker)}`;
/** Port of the same portal behind a slow line. */
export const slowPortOf = (worker: number) => portOf(worker) + 39;
export const dataDirOf = (worker: number) => path.join(os.tmpdir(), `baraza-e2e-${portOf(worker)}`);

/** The number of this worker, from 0. */
const ownWorker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
export const port = portOf(ownWorker);
export const portalUrl = urlOf(ownWorker);
export const slowUrl = `http://127.0.0.1:${slowPortOf(ownWorker)}`;
export const dataDir = dataDirOf(ownWorker);

export const demoPassword = 'a long enough passphrase for journeys';
export const password = 'harmattan-wind-1987';

/** Settings of a portal with sample data. */
export const settingsOf = (port: number, dataDir: string) => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  DEMO_PASSWORD: demoPassword,
  DEMO_COMPLAINTS: '120',
  NEWS_WAIT_SECONDS: '0',
  LOG_LEVEL: 'warn',
});

/** Makes a new e-mail address. */
export function newEmail(name: string): string {
  return `${name}.${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}@citizens.example`;
}

export function fixture(name: string): string {
  return path.join(import.meta.dirname, '..', 'fixtures', name);
}

/** True in `npm run test:full`: walks take each screen in each look. */
export const isWhole = Boolean(process.env['WHOLE_WALK']);
