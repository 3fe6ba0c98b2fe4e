import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { findProgram, inRepository } from './listen.ts';
import { freePort } from './server-process.ts';

/** Where a program of Stoplight is installed. */
export const installed = (file: string) => inRepository(`tools/openapi-proxy/node_modules/@stoplight/${file}`);

/** Starts Prism before a server. It answers 500 in place of what the document does not describe. */
export async function startPrism(document: string, server: string) {
  findProgram('openapi-proxy');
  const [port, folder] = [await freePort(), await mkdtemp(path.join(tmpdir(), 'baraza-prism-'))];
  await writeFile(path.join(folder, 'openapi.json'), document);
  const words = ['proxy', 'openapi.json', server, `--port=${port}`, '--errors', '--validate-request=false'];
  const program = [installed('prism-cli/dist/index.js'), ...words];
  const prism = spawn(process.execPath, program, { cwd: folder, stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${address}/api/category`), { timeout: 60_000, interval: 500 });
  return {
    address,
    folder,
    async stop() {
      prism.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
