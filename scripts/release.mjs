// `npm run release -- X.Y.Z`: writes the version into changelog, packages and deployment, commits, tags and packs. `--dry-run` shows it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, run, script, Stop } from './lib/run.mjs';

const versioned = /(^|\/)package(-lock)?\.json$|^deploy\/.*(Containerfile|\.ya?ml)$/;

await script(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
  const [version = ''] = positionals;
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) throw new Stop('Usage: npm run release -- X.Y.Z [--dry-run]');
  requireReleasable(version);
  const changes = [
    changeOf('CHANGELOG.md', (text) => releaseChangelog(text, version)),
    ...git('ls-files')
      .split('\n')
      .filter((file) => versioned.test(file))
      .map((file) => changeOf(file, (text) => setVersion(text, version))),
  ].filter(({ before, after }) => before !== after);
  if (values['dry-run']) {
    console.log(`Version ${version} would change:\n${changes.map(({ file }) => `  ${file}`).join('\n')}`);
    return;
  }
  for (const { file, after } of changes) writeFileSync(path.join(root, file), after);
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Baraza ${version}`);
  const { code } = await run(process.execPath, [path.join(root, 'scripts/package.mjs')]);
  if (code !== 0)
    throw new Stop(`Committed and tagged v${version}, but its archive failed. Make it with: npm run package`);
  console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags`);
});

/** @throws Stop unless this is a clean `main` without that tag. */
function requireReleasable(version) {
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new Stop(`A release is made on main; this is ${branch || 'no branch'}.`);
  if (git('status', '--porcelain') !== '')
    throw new Stop('There are changes that are not committed. Commit them first.');
  if (git('tag', '--list', `v${version}`) !== '') throw new Stop(`The tag v${version} is there already.`);
}

function changeOf(file, change) {
  const before = readFileSync(path.join(root, file), 'utf8');
  return { file, before, after: change(before) };
}

/** Moves the unreleased entries below a heading for the version and its date. @throws Stop when there are none. */
function releaseChangelog(text, version) {
  const heading = '## [Unreleased]\n';
  const [above, below = ''] = text.split(heading, 2);
  if (!/^- \S/m.test(below.split(/^## /m, 1)[0]))
    throw new Stop('CHANGELOG.md has no entry under Unreleased: there is nothing to release.');
  return `${above}${heading}\n## [${version}] - ${new Date().toISOString().slice(0, 10)}\n${below}`;
}

/** Sets the version of our packages and image, in manifests, the lock file and deployments. */
function setVersion(text, version) {
  return text
    .replaceAll(/("name": "(?:baraza|@baraza\/[\w-]+)",\s+"version": ")[^"]*/g, `$1${version}`)
    .replaceAll(/("@baraza\/[\w-]+": ")\d[^"]*/g, `$1${version}`)
    .replaceAll(/(\bbaraza:|\bnewTag: )\d+\.\d+\.\d+/g, `$1${version}`);
}

function git(...words) {
  const { status, error, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Stop(`git ${words[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}
