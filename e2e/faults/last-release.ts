import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Drill } from './drill.ts';

const root = path.join(import.meta.dirname, '../..');
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** Returns the newest tag of a release, such as `v0.2.0`. */
export function lastRelease(): string | undefined {
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged');
  return tags.split('\n').find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
}

/** Checks a tag out beside this checkout, installs and builds it. Returns its folder. */
export function buildRelease(tag: string, drill: Drill): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'baraza-release-'));
  drill.atEnd(() => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  });
  git('worktree', 'add', '--detach', folder, tag);
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'ignore' });
  return folder;
}

/** Whether a version has migrations that another one lacks. */
export function hasNewSchema(older: string): boolean {
  const journal = 'apps/api/src/db/migrations/meta/_journal.json';
  const [before, now] = [older, root].map((folder) => readFileSync(path.join(folder, journal), 'utf8'));
  return before !== now;
}
