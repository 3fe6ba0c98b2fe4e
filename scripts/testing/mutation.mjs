// Draws planted faults from all source by a seed, with the operators of Stryker, and plants one in a copy of the repository.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gitLines, repositoryFiles } from '../lib/git.mjs';
import { root } from '../lib/run.mjs';
import { importTool } from '../lib/tools.mjs';

const source = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/;
const notCode = /\.test\.|\/(locales|migrations|testing)\/|-tables\.ts$/;
/** Texts, class names and attribute values: pictures and proof-reading find these, tests that do would hold texts in place. */
const notTried = new Set(['StringLiteral']);

/** `count` mutants of the whole source, the same ones for the same seed and source. */
export async function drawMutants(seed, count) {
  const files = gitLines('ls-files', 'apps', 'packages').filter((file) => source.test(file) && !notCode.test(file));
  const { Instrumenter } = await importTool('@stryker-mutator/instrumenter/dist/src/index.js');
  const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
  const read = files.map((file) => ({
    name: file,
    mutate: true,
    content: readFileSync(path.join(root, file), 'utf8'),
  }));
  const options = { plugins: null, excludedMutations: [...notTried], ignorers: [], noHeader: true };
  const { mutants } = await new Instrumenter(silent).instrument(read, options);
  const tried = mutants.filter(({ status }) => status !== 'Ignored');
  const random = randomBy(seed);
  return Array.from({ length: count }, () => tried.splice(Math.floor(random() * tried.length), 1)[0]);
}

/** A file's text with one mutant, and the text it replaces. Lines of Stryker's locations begin at 0. */
export function plant(text, { location: { start, end }, replacement }) {
  const lines = text.split('\n');
  const offset = ({ line, column }) => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column;
  const [from, to] = [offset(start), offset(end)];
  return { planted: text.slice(0, from) + replacement + text.slice(to), original: text.slice(from, to) };
}

/** Copies the repository's files into a folder. Faults never reach the working tree. */
export function copyRepository(folder) {
  for (const file of repositoryFiles()) cpSync(path.join(root, file), path.join(folder, file));
  spawnSync('git', ['init', '-q'], { cwd: folder });
  spawnSync('git', ['add', '-A'], { cwd: folder });
}

/** Mulberry32: small, and the same everywhere. */
function randomBy(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
