import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandbox } from './sandbox.mjs';

const script = path.join('scripts', 'release.mjs');
const today = new Date().toISOString().slice(0, 10);
const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.example', GIT_COMMITTER_NAME: 'a' };
const env = { ...who, GIT_COMMITTER_EMAIL: 'a@b.example', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A portal.\n\n## [0.9.0] - 2026-01-01\n\n- A desk.\n';
let box;

beforeEach(() => {
  box = sandbox();
  box.write('.gitignore', 'node_modules/\n');
  box.write('CHANGELOG.md', changelog);
  writeJson('package.json', { name: 'baraza', version: '0.9.0', type: 'module' });
  writeJson('apps/web/package.json', {
    name: '@baraza/web',
    version: '0.9.0',
    dependencies: { '@baraza/ui': '0.9.0', react: '19.3.1' },
  });
  writeJson('package-lock.json', {
    name: 'baraza',
    version: '0.9.0',
    packages: {
      '': { name: 'baraza', version: '0.9.0' },
      'apps/web': { name: '@baraza/web', version: '0.9.0', dependencies: { '@baraza/ui': '0.9.0', react: '19.3.1' } },
      'node_modules/react': { version: '19.3.1' },
    },
  });
  box.write('deploy/compose.yaml', 'image: baraza:0.9.0\nother: postgres:18.1.0\n');
  git('init', '--quiet', '--initial-branch=main');
  commit('first');
});

afterEach(() => box.discard());

const writeJson = (name, value) => box.write(name, `${JSON.stringify(value, null, 2)}\n`);
const readJson = (name) => JSON.parse(box.read(name));
const release = (...words) => box.start([script, ...words], env).ended;

function git(...words) {
  return spawnSync('git', words, { cwd: box.folder, encoding: 'utf8', env: { ...process.env, ...env } }).stdout.trim();
}

function commit(text) {
  git('add', '--all');
  git('commit', '--quiet', '--message', text);
}

test('a release moves the entries under the version and its date', async () => {
  expect(await release('1.0.0')).toMatchObject({ code: 0 });
  expect(box.read('CHANGELOG.md')).toBe(
    changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [1.0.0] - ${today}\n`),
  );
});

test('a release sets the version of our packages and image alone, in the lock file too', async () => {
  await release('1.0.0');
  const web = { name: '@baraza/web', version: '1.0.0', dependencies: { '@baraza/ui': '1.0.0', react: '19.3.1' } };
  expect(readJson('package.json').version).toBe('1.0.0');
  expect(readJson('apps/web/package.json')).toMatchObject(web);
  expect(readJson('package-lock.json')).toEqual({
    name: 'baraza',
    version: '1.0.0',
    packages: {
      '': { name: 'baraza', version: '1.0.0' },
      'apps/web': web,
      'node_modules/react': { version: '19.3.1' },
    },
  });
  expect(box.read('deploy/compose.yaml')).toBe('image: baraza:1.0.0\nother: postgres:18.1.0\n');
});

test('a release is one commit with its tag, and leaves nothing behind', async () => {
  await release('1.0.0');
  expect(git('log', '--format=%s', 'v1.0.0')).toBe('Release 1.0.0\nfirst');
  expect(git('status', '--porcelain')).toBe('');
});

test('a dry run lists the files and changes nothing', async () => {
  const { code, output } = await release('1.0.0', '--dry-run');
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('  CHANGELOG.md\n') });
  expect([git('status', '--porcelain'), git('tag')]).toEqual(['', '']);
});

const spoil = {
  'a change that is not committed': () => box.write('new.txt', ''),
  'another branch': () => git('switch', '--quiet', '--create', 'other'),
  'a tag of that name': () => git('tag', 'v1.0.0'),
  'nothing unreleased': () => {
    box.write('CHANGELOG.md', changelog.replace('- A portal.\n', ''));
    commit('empty');
  },
};

test.each([
  ['a change that is not committed', '1.0.0', 'not committed'],
  ['another branch', '1.0.0', 'this is other'],
  ['a tag of that name', '1.0.0', 'is there already'],
  ['nothing unreleased', '1.0.0', 'nothing to release'],
  ['no version', 'next', 'Usage: npm run release'],
])('%s is refused before anything changes', async (fault, version, reason) => {
  spoil[fault]?.();
  const head = git('rev-parse', 'HEAD');
  const { code, output } = await release(version);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(reason) });
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain', '--untracked-files=no')]).toEqual([head, '']);
});
