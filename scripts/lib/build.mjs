// Builds stale parts: a step runs when the hash of its inputs has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, Stop, tool } from './run.mjs';

const shared = [
  'package-lock.json',
  'tsconfig.base.json',
  'packages/contract',
  'scripts/lib/build.mjs',
  'scripts/precompress.mjs',
];

/** Packages that only the server imports. */
const ofServer = ['packages/local-postgres', 'packages/media-metadata', 'packages/transparency-log'];

const app = (name, label) => ({
  name,
  label,
  inputs: [...shared, 'packages/ui', 'packages/app', 'packages/transparency-log', `apps/${name}`],
  outputs: [`apps/${name}/dist/index.html`],
  commands: [
    [tool('vite'), ['build', '--logLevel', 'warn'], `apps/${name}`],
    [process.execPath, [path.join(root, 'scripts/precompress.mjs'), `apps/${name}/dist`], '.'],
  ],
});

const steps = [
  {
    name: 'api',
    label: 'the server',
    inputs: [...shared, ...ofServer, 'apps/api'],
    outputs: ['apps/api/dist/main.js'],
    commands: [[tool('rolldown'), ['--config', 'rolldown.config.ts', '--log-level', 'warn'], 'apps/api']],
  },
  app('web', 'the portal'),
  app('desk', 'the desk'),
];

/** Whether nothing is stale. */
export const isBuilt = () => steps.every(isFresh);

/** Builds the stale ones of these steps, or of all, side by side. */
export async function ensureBuilt(names = steps.map(({ name }) => name)) {
  const stale = steps.filter((step) => names.includes(step.name) && !isFresh(step));
  if (stale.length === 0) return;
  console.log(`Building ${stale.map(({ label }) => label).join(', ')}. This takes some seconds.`);
  const results = await Promise.allSettled(stale.map(build));
  const failed = results.filter(({ status }) => status === 'rejected');
  if (failed.length > 0) throw new Stop(failed.map(({ reason }) => reason.message).join('\n'));
}

async function build(step) {
  const hash = hashOf(step.inputs);
  rmSync(stampOf(step), { force: true });
  for (const [program, words, folder] of step.commands) {
    const { code, output } = await run(program, words, { cwd: path.join(root, folder), quiet: true });
    if (code !== 0) throw new Stop(`${output.trim()}\nBuilding ${step.label} failed.`);
  }
  if (!hasOutputs(step)) throw new Stop(`Building ${step.label} left no ${step.outputs.join(', ')}.`);
  mkdirSync(path.dirname(stampOf(step)), { recursive: true });
  writeFileSync(stampOf(step), hash);
}

const stampOf = ({ name }) => path.join(root, '.cache', 'build', name);

const hasOutputs = ({ outputs }) => outputs.every((file) => existsSync(path.join(root, file)));

function isFresh(step) {
  return hasOutputs(step) && existsSync(stampOf(step)) && readFileSync(stampOf(step), 'utf8') === hashOf(step.inputs);
}

const results = /^(dist|dist-types|node_modules|\.vite)$|\.tsbuildinfo$|\.test\.tsx?$/;

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(input))) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Every file below a folder (or the file itself), always in the same order; no results of a build, no tests. */
function filesIn(name) {
  const file = path.join(root, name);
  if (!existsSync(file)) return [];
  if (!statSync(file).isDirectory()) return [name];
  const kept = readdirSync(file).filter((entry) => !results.test(entry));
  return kept.toSorted().flatMap((entry) => filesIn(`${name}/${entry}`));
}
