import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderCircles, importFaults } from '../testing/imports.mjs';
import { root, tool } from '../lib/run.mjs';

/** A file, imports that the check accepts, and imports that it finds. */
const cases = {
  'packages/contract/src/a.ts': {
    good: ['zod', 'zod/mini', './b.ts'],
    bad: ['react', 'node:fs', '@baraza/ui/button', '../../ui/src/button.tsx', '../../../apps/api/src/app.ts'],
  },
  'packages/ui/src/a.tsx': {
    good: ['react', '@baraza/contract', 'radix-ui', './field.tsx', './lib/cx.ts'],
    bad: [
      '@baraza/api',
      '../../../apps/web/src/lib/api/api.ts',
      '@tanstack/react-query',
      '../../contract/src/common.ts',
    ],
  },
  'packages/app/src/a.ts': {
    good: ['react', '@baraza/contract/core/error', '@baraza/ui/lib/toast-store', './b.ts'],
    bad: ['@baraza/web', '../../../apps/web/src/lib/api/api.ts', '../../ui/src/button.tsx'],
  },
  'packages/local-postgres/src/a.ts': {
    good: ['pg', 'node:fs', './b.ts'],
    bad: ['@baraza/contract', '../../../apps/api/src/config/settings.ts', '../../contract/src/common.ts'],
  },
  'packages/media-metadata/src/a.test.ts': {
    good: ['vitest', './a.ts'],
    bad: ['@baraza/contract', '../../../apps/api/test/support/media.ts'],
  },
  'packages/transparency-log/src/a.ts': {
    good: ['@noble/hashes/sha2.js', './b.ts'],
    bad: ['@baraza/contract', '../../../apps/api/src/config/settings.ts'],
  },
  'packages/witness/src/a.ts': {
    good: ['@baraza/transparency-log', './b.ts'],
    bad: ['@baraza/contract', '../../../apps/api/src/config/settings.ts'],
  },
  'apps/api/src/http/a.ts': {
    good: [
      '@baraza/contract',
      '@baraza/local-postgres',
      'fastify',
      './errors.ts',
      '../db/database.ts',
      '../services.ts',
    ],
    bad: [
      '../features/mda/mda.store.ts',
      '../app.ts',
      '../start/start.ts',
      '../../test/support/people.ts',
      '@baraza/ui/button',
      '../../../web/src/lib/api.ts',
    ],
  },
  'apps/api/src/http/a.test.ts': {
    good: ['../../test/support/people.ts'],
    bad: ['../features/mda/mda.store.ts'],
  },
  'apps/api/src/features/complaint/read/a.ts': {
    good: [
      '@baraza/contract',
      './b.ts',
      '../../../http/errors.ts',
      '../../../domain/sla-timer.ts',
      '../record/event.store.ts',
      '../../reference/area.store.ts',
      '../../log/log-key.ts',
    ],
    bad: [
      '../../engagement/carry-out.ts',
      '../../people/account/leave.ts',
      '../../office/mda/mda.store.ts',
      '../../public/area/load-areas.ts',
      '../../verification/verify-log.ts',
      '../../reference/area.routes.ts',
      '../../../app.ts',
      '../../../../test/support/people.ts',
      '@baraza/web',
      '../../../../../web/src/lib/api.ts',
    ],
  },
  'apps/api/src/backup/a.ts': {
    good: ['./b.ts', '../db/database.ts', '../files/file-store.ts'],
    bad: ['../features/log/log.store.ts', '../tasks.ts', '../app.ts'],
  },
  'apps/api/src/domain/a.ts': {
    good: ['@baraza/contract', './b.ts', '../http/errors.ts', '../db/schema/tables.ts'],
    bad: ['fastify', 'drizzle-orm', '../db/database.ts', '../services.ts', '../features/reference/area.store.ts'],
  },
  'apps/api/src/features/reference/a.ts': {
    good: ['./area.store.ts', '../../domain/sla-timer.ts'],
    bad: ['../complaint/record/visibility.ts', '../office/mda/mda.store.ts'],
  },
  'apps/api/src/features/engagement/a.ts': {
    good: ['../complaint/record/event.store.ts', '../reference/today.ts'],
    bad: ['../people/account/leave.ts', '../public/area/load-areas.ts', '../demo/seed/demo.ts'],
  },
  'apps/api/src/features/office/a.ts': {
    good: ['../complaint/record/event.store.ts', '../engagement/carry-out.ts', '../people/account/invite.ts'],
    bad: ['../demo/seed/demo.ts'],
  },
  'apps/web/src/lib/form/a.ts': {
    good: ['@baraza/contract', '@baraza/ui/toaster', '@baraza/app/token', '../session.ts', '../../locales/en.po'],
    bad: ['../../features/mda/mda.api.ts', '../../shell/top-bar.tsx', '../../routes.tsx', '@baraza/desk'],
  },
  'apps/web/src/features/complaint/form/a.tsx': {
    good: ['@baraza/contract', '@baraza/ui/button', '../list/b.tsx', '../../../lib/api.ts', '../../mda/mda.api.ts'],
    bad: [
      '../../mda/mda-page.tsx',
      '../../../shell/top-bar.tsx',
      '../../../routes.tsx',
      '@baraza/api',
      '../../../../../desk/src/lib/api.ts',
    ],
  },
  'apps/desk/src/shell/a.tsx': {
    good: ['@baraza/ui/button', '../features/staff/staff-page.tsx', '../lib/api.ts'],
    bad: ['@baraza/api', '../../../web/src/lib/api.ts'],
  },
};

let folder;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baraza-imports-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name, content) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}

test.each(Object.entries(cases))('the check of imports finds each forbidden import of %s', (file, { good, bad }) => {
  write(file, [...good, ...bad].map((name, index) => `import x${index} from '${name}';\n`).join(''));
  const found = importFaults(folder, [file]).map((fault) => / imports (\S+)\. /.exec(fault)[1]);
  expect(found).toEqual(bad);
});

test('the check of imports finds folders that import each other, and known circles that are gone', () => {
  const files = ['apps/api/src/one/a.ts', 'apps/api/src/two/b.ts', 'apps/api/src/three/c.ts'];
  write(files[0], `import { b } from '../two/b.ts';\n`);
  write(files[1], `import { c } from '../three/c.ts';\n`);
  write(files[2], `export const c = 1;\n`);
  expect(folderCircles(folder, files, [])).toEqual([]);

  write(files[2], `export const later = () => import('../one/a.ts');\n`);
  const circle = 'apps/api/src/one, apps/api/src/three, apps/api/src/two';
  expect(folderCircles(folder, files, [])).toEqual([`Folders import each other: ${circle}.`]);
  expect(folderCircles(folder, files, [/^apps\/api\/src\//u])).toEqual([]);
  expect(folderCircles(folder, files.slice(0, 1), [/^gone/u])).toEqual([
    'No longer a circle, so take it off the list: ^gone.',
  ]);
});

test('the linter finds a circle of imports', () => {
  write('.oxlintrc.json', JSON.stringify({ extends: [path.join(root, '.oxlintrc.json')], options: {} }));
  write('one.ts', `import { two } from './two.ts';\nexport const one = () => two();\n`);
  write('two.ts', `import { one } from './one.ts';\nexport const two = () => one();\n`);
  const { stdout } = spawnSync(tool('oxlint'), ['--format=json', '.'], { cwd: folder, encoding: 'utf8' });
  // Prints the linter's message if it cannot work.
  expect(stdout).toMatch(/^\s*\{/u);
  const found = JSON.parse(stdout).diagnostics.filter(({ code }) => code === 'import(no-cycle)');
  expect(found.map(({ filename }) => filename).toSorted()).toEqual(['one.ts', 'two.ts']);
});
