import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestApp } from './app.ts';

/** Makes the app listen for programs of others; returns its address. */
export async function listen({ app }: Pick<TestApp, 'app'>, port = 0): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Returns the path of a file of the repository. */
export const inRepository = (file: string) => fileURLToPath(new URL(`../../../../../${file}`, import.meta.url));

/** Installs a program of the system or of `tools` where it is missing; returns what `find-programs.mjs` prints of it. */
export function findProgram(name: 'openapi' | 'openapi-proxy' | 'go' | 'perl' | 'xmllint'): unknown {
  const found = execFileSync(process.execPath, [inRepository('scripts/testing/find-programs.mjs'), name], {
    encoding: 'utf8',
  });
  return JSON.parse(found.trim().split('\n').at(-1) ?? 'null');
}
