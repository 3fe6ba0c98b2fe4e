// Checks of the sources and of the built apps.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFiles } from '../lib/git.mjs';
import { folderCircles, importFaults } from './imports.mjs';
import { internalFaults } from './internals.mjs';
import { root, run, tool } from '../lib/run.mjs';
import { toolFile } from '../lib/tools.mjs';

/** Each one passes or fails as a whole. */
export const checks = [
  { name: 'format', command: [tool('oxfmt'), ['--check']] },
  { name: 'lint', command: [tool('oxlint'), []] },
  { name: 'types', command: [tool('tsc'), ['-b']] },
  {
    name: 'texts',
    command: ['npm', ['run', '--silent', 'texts:check', '-w', 'apps/web', '-w', 'apps/desk', '-w', 'apps/api']],
  },
  { name: 'unused', command: async () => [await toolFile('.bin/knip', 'tools/unused'), ['--no-progress']] },
  { name: 'weight', command: [process.execPath, [path.join(root, 'scripts/testing/size.mjs')]] },
  { name: 'layout', faults: () => layoutFaults() },
  { name: 'imports', faults: () => [...importFaults(root, sourceFiles()), ...folderCircles(root, sourceFiles())] },
  { name: 'internals', faults: () => internalFaults(root, sourceFiles()) },
];

/** Runs one check, prints its findings, and returns whether it passed. */
export async function runCheck({ name, command, faults }) {
  const found = command === undefined ? faults() : undefined;
  const { code, output } = found
    ? { code: found.length, output: found.join('\n') }
    : await run(...(typeof command === 'function' ? await command() : command), { quiet: true });
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) console.log(output.trim());
  return code === 0;
}

const longestFile = 400;
const counted = /\.(ts|tsx|mjs|css|sql)$/;
const generated = /(^|\/)(migrations|fixtures|locales)\//;

/** Finds files that are too long, misnamed, or collect exports outside a package. */
function layoutFaults() {
  const files = sourceFiles();
  if (files.length === 0) return ['The files could not be listed: git and a clone of the repository are needed.'];
  return files.flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
    const name = path.basename(file);
    return [
      lines > longestFile && `${file} has ${lines} lines; split it (at most ${longestFile}).`,
      !/^[a-z0-9.-]+$/.test(name) && `${file} is not named in kebab-case.`,
      /^index\.tsx?$/.test(name) &&
        !/^packages\/[^/]+\/src\/index\.ts$/.test(file) &&
        `${file} collects exports; only a package has an index.`,
    ].filter(Boolean);
  });
}

/** The source files as git lists them; generated ones left out. */
function sourceFiles() {
  const isThere = (file) => existsSync(path.join(root, file));
  return repositoryFiles().filter((file) => counted.test(file) && !generated.test(file) && isThere(file));
}
