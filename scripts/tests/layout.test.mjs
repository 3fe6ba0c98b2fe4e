import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layoutFaults } from '../lib/checks.mjs';
import { sandbox } from './sandbox.mjs';

let box;

beforeEach(() => {
  box = sandbox();
  spawnSync('git', ['init', '--quiet'], { cwd: box.folder });
  box.write('.gitignore', 'node_modules/\ndist/\n');
});

afterEach(() => box.discard());

test('finds nothing in what is as agreed', () => {
  box.write('apps/api/src/long.ts', 'line\n'.repeat(400));
  box.write('packages/contract/src/index.ts', '');
  box.write('apps/api/dist/LongGenerated.ts', 'line\n'.repeat(500));
  expect(layoutFaults(box.folder)).toEqual([]);
});

test.each([
  ['apps/api/src/long.ts', 'line\n'.repeat(401), 'apps/api/src/long.ts has 401 lines; split it (at most 400).'],
  ['apps/web/src/theme.css', 'line\n'.repeat(401), 'apps/web/src/theme.css has 401 lines; split it (at most 400).'],
  ['apps/web/src/MyButton.tsx', '', 'apps/web/src/MyButton.tsx is not named in kebab-case.'],
  ['apps/web/src/lib/index.ts', '', 'apps/web/src/lib/index.ts collects exports; only a package has an index.'],
])('%s is found', (file, content, fault) => {
  box.write(file, content);
  expect(layoutFaults(box.folder)).toEqual([fault]);
});

test('does not pass where it can see no files', () => {
  box.remove('.git');
  expect(layoutFaults(box.folder)).toEqual([expect.stringContaining('could not be listed')]);
});
