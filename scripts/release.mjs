// `npm run release -- X.Y.Z`: writes the version into changelog, packages and deployment, commits and tags. `--dry-run` shows it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { releaseChangelog, releaseDeployment, releaseLock, releaseManifest, requireVersion } from './lib/release.mjs';
import { root, script, Stop } from './lib/run.mjs';

await script(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
  const version = requireVersion(positionals[0]);
  requireReleasable(version);
  const changes = changesFor(version);
  if (values['dry-run']) return describe(version, changes);
  for (const { file, text } of changes) writeFileSync(path.join(root, file), text);
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Baraza ${version}`);
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

/** The files that a release changes, with their new text. */
function changesFor(version) {
  const date = new Date().toISOString().slice(0, 10);
  const listed = git('ls-files').split('\n');
  const changeAll = (files, change) =>
    files.map((file) => {
      const before = readFileSync(path.join(root, file), 'utf8');
      return { file, before, text: change(before, version, date) };
    });
  return [
    ...changeAll(['CHANGELOG.md'], releaseChangelog),
    ...changeAll(
      listed.filter((file) => path.basename(file) === 'package.json'),
      releaseManifest,
    ),
    ...changeAll(
      listed.filter((file) => path.basename(file) === 'package-lock.json'),
      releaseLock,
    ),
    ...changeAll(
      listed.filter((file) => /^deploy\/.*(Containerfile|\.ya?ml)$/.test(file)),
      releaseDeployment,
    ),
  ].filter(({ before, text }) => text !== before);
}

function describe(version, changes) {
  console.log(`Version ${version} would change:`);
  for (const { file } of changes) console.log(`  ${file}`);
  console.log(`and be committed as "Release ${version}" and tagged v${version}.`);
}

function git(...words) {
  const { status, error, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Stop(`git ${words[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}
