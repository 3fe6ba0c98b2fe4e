// Reads from the code the settings and metrics that other files have to agree with.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/run.mjs';

/** Every setting of the server, in the order of the code. */
export function settingNames() {
  const text = readText('apps/api/src/config/settings.ts');
  const table = /const Environment = z\.object\(\{([^]*?)\n\}\);/.exec(text)?.[1] ?? '';
  return [...table.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
}

/** Variables that libraries read. */
export const libraryVariables = /^(AWS_\w+|OTEL_\w+|NODE_ENV|MALLOC_\w+)$/;

/** Returns every metric of a server, as queries name it. */
export function metricNames() {
  const own = sources('apps/api/src').flatMap((file) => {
    const text = readText(file);
    if (!/from 'prom-client'|addGauge\(/.test(text)) return [];
    const plain = [...text.matchAll(/'(baraza_[a-z_]+)'/g)].map(([, name]) => name);
    const histograms = [...text.matchAll(/new Histogram\(\{\s*name: '(baraza_[a-z_]+)'/g)].map(([, name]) => name);
    return [...plain, ...histograms.flatMap((name) => [`${name}_bucket`, `${name}_sum`, `${name}_count`])];
  });
  return new Set(['up', ...own, ...ofTheProcess()]);
}

const listDefaults = `const { Registry, collectDefaultMetrics } = require('prom-client');
const register = new Registry();
collectDefaultMetrics({ register });
console.log(JSON.stringify(register.getMetricsAsArray().map(({ name }) => name)));`;

/** Lists Node's metrics in another process, since prom-client never unregisters them. */
function ofTheProcess() {
  const options = { cwd: path.join(root, 'apps/api'), encoding: 'utf8', env: { PATH: process.env.PATH } };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', listDefaults], options);
  if (!stdout) throw new Error(`The metrics of the process could not be listed: ${stderr}`);
  return JSON.parse(stdout);
}

function sources(folder) {
  const names = readdirSync(path.join(root, folder), { recursive: true });
  return names.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => `${folder}/${name}`);
}

export function readText(file) {
  return readFileSync(path.join(root, file), 'utf8');
}
