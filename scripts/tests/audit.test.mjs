import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../lib/run.mjs';

/** What a registry answers to an audit, by the folder of its address. */
const advisory = {
  url: 'https://advisories.example/1',
  title: 'Opens the door',
  vulnerable_versions: '*',
};
const answers = {
  none: [405, {}],
  sound: [200, {}],
  moderate: [200, { fastify: [{ ...advisory, id: 1, severity: 'moderate' }] }],
  high: [200, { fastify: [{ ...advisory, id: 2, severity: 'high' }] }],
};

let registry;
/** Not that of the person who runs this: npm keeps what it was told. */
let cache;
beforeAll(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'baraza-audit-'));
  registry = createServer((request, response) => {
    const [status, body] = answers[request.url.split('/')[1]];
    // Only the audit; packages are asked for by nobody here.
    const isAudit = request.method === 'POST';
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  registry.close();
  await rm(cache, { recursive: true, force: true });
});

function audit(kind) {
  const address = `http://127.0.0.1:${registry.address().port}/${kind}/`;
  const words = ['scripts/audit.mjs', `--registry=${address}`, `--cache=${cache}`];
  return run(process.execPath, words, { quiet: true });
}

test.each([
  ['sound', 0, ['found 0 vulnerabilities']],
  ['moderate', 0, ['Opens the door']],
  ['high', 1, ['Opens the door', 'A package has a weakness that is high or critical.']],
  ['none', 1, ['Nothing was checked: this registry offers no audit.']],
])('an audit at a registry that tells: %s', { timeout: 60_000 }, async (kind, code, texts) => {
  const told = await audit(kind);
  for (const text of texts) expect(told.output).toContain(text);
  expect(told.code).toBe(code);
});
