import os from 'node:os';
import path from 'node:path';

/** Where the portal under test runs. Playwright reads the configuration in several processes, so all is fixed. */
export const port = Number(process.env['E2E_PORT'] ?? 3190);
export const portalUrl = `http://127.0.0.1:${port}`;
export const dataDir = process.env['E2E_DATA_DIR'] ?? path.join(os.tmpdir(), `baraza-e2e-${port}`);
export const demoPassword = 'a long enough passphrase for journeys';
export const password = 'harmattan-wind-1987';

/** An address nobody used before. */
export function newEmail(name: string): string {
  return `${name}.${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}@citizens.example`;
}

export function fixture(name: string): string {
  return path.join(import.meta.dirname, '..', 'fixtures', name);
}
