import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../lib/run.mjs';
import { sandbox } from './sandbox.mjs';

const script = path.join('scripts', 'prepare.mjs');
const env = { CI: '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
let box;

beforeEach(() => {
  box = sandbox();
});

afterEach(() => box.discard());

const prepare = (more = {}) => box.start([script], { ...env, ...more }).ended;

function git(...words) {
  return spawnSync('git', words, { cwd: box.folder, encoding: 'utf8', env: { ...process.env, ...env } });
}

const hooksPath = () => git('config', '--get', 'core.hooksPath').stdout.trim();

test('a clone uses the hooks of the repository', async () => {
  git('init', '--quiet');
  expect(await prepare()).toMatchObject({ code: 0, output: '' });
  expect(hooksPath()).toBe('.githooks');
});

test('CI uses no hooks', async () => {
  git('init', '--quiet');
  expect(await prepare({ CI: 'true' })).toMatchObject({ code: 0, output: '' });
  expect(hooksPath()).toBe('');
});

test('hooks that somebody chose stay', async () => {
  git('init', '--quiet');
  git('config', 'core.hooksPath', 'mine');
  await prepare();
  expect(hooksPath()).toBe('mine');
});

test('a folder that is no clone is left alone', async () => {
  expect(await prepare()).toMatchObject({ code: 0, output: '' });
});

test('a computer without git is left alone', async () => {
  expect(await prepare({ PATH: '' })).toMatchObject({ code: 0, output: '' });
});

test('a push runs the quick tests, and stops where they fail', async () => {
  cpSync(path.join(root, '.githooks'), path.join(box.folder, '.githooks'), { recursive: true });
  box.write('.gitignore', 'calls\n');
  box.program('npm', '[ -z "$GIT_DIR" ] || exit 3; exit $FAILS');
  git('init', '--quiet', '--initial-branch=main');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--allow-empty', '--message=first');
  git('init', '--quiet', '--bare', 'there.git');
  await prepare();
  const PATH = [path.join(box.folder, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  const push = (FAILS) =>
    spawnSync('git', ['push', '--quiet', 'there.git', 'main'], {
      cwd: box.folder,
      env: { ...process.env, ...env, PATH, FAILS, GIT_DIR: path.join(box.folder, '.git') },
    });

  expect([push('1').status, push('0').status]).toEqual([1, 0]);
  expect(box.calls()).toEqual(['npm run --silent test:quick', 'npm run --silent test:quick']);
});
