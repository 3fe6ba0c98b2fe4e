// The API tests beside what changed since the branch left origin's main, committed or not.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { git, gitLines } from '../lib/git.mjs';
import { root } from '../lib/run.mjs';

/** Number of test files that run in a minute. Imports cannot choose them: nearly every API test loads the whole server. */
const most = 12;

/** Test files that changed, then those in the folders of changed sources; relative to the repository. */
export function touchedTests() {
  const changed = changedFiles().filter((file) => file.startsWith('apps/api/') && file.endsWith('.ts'));
  const own = changed.filter((file) => isTest(file) && existsSync(path.join(root, file)));
  const beside = changed.filter((file) => !isTest(file)).flatMap(testsBeside);
  const touched = [...new Set([...own, ...beside])];
  if (touched.length > most)
    console.log(
      `The change touches ${touched.length} test files of the API; ${most} run here, all of them in npm test.`,
    );
  return touched.slice(0, most);
}

const isTest = (file) => /\.test\.tsx?$/.test(file);

/** The test files in the folder of a source file; relative to the repository. */
export function testsBeside(file) {
  const folder = path.dirname(file);
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder))
    .filter(isTest)
    .map((test) => `${folder}/${test}`);
}

function changedFiles() {
  const base = git('merge-base', 'HEAD', 'origin/HEAD') ?? git('merge-base', 'HEAD', 'origin/main') ?? 'HEAD';
  return [...gitLines('diff', '--name-only', base), ...gitLines('ls-files', '--others', '--exclude-standard')];
}
