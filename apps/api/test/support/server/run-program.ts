import { execFile } from 'node:child_process';
import type { TestApp } from './app.ts';
import { builtFile, programEnvironment } from './processes.ts';

/** Runs one of the server's programs, beside a test app and with its database and data folder. */
export function runBeside(
  api: TestApp,
  name: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ code: number; text: string }> {
  const { connectionString } = api.pool.options as { connectionString: string };
  const env = {
    ...programEnvironment,
    ...settings,
    DATABASE_URL: connectionString,
    DATA_DIR: api.services.settings.dataDir,
    SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [builtFile(`cli/${name}`), ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), text: `${stdout}${stderr}`.trim() });
    });
  });
}
