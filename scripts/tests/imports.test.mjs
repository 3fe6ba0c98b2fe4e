import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, tool } from '../lib/run.mjs';

/** Where a file lies, and what it imports: the first list the linter must let pass, the second it must not. */
const cases = {
  'packages/contract/src/a.ts': {
    good: ['zod', 'zod/mini', './b.ts'],
    bad: ['react', 'node:fs', '@baraza/ui/button', '../../ui/src/button.tsx', '../../../apps/api/src/app.ts'],
  },
  'packages/ui/src/a.tsx': {
    good: ['react', '@baraza/contract', 'radix-ui', './field.tsx', './lib/icons.tsx'],
    bad: [
      '@baraza/api',
      '../../../apps/web/src/lib/api.ts',
      '@tanstack/react-query',
      'react-router',
      '../../contract/src/common.ts',
    ],
  },
  'packages/app/src/a.ts': {
    good: ['react', '@baraza/contract/error', '@baraza/ui/lib/toast-store', './b.ts'],
    bad: [
      '@baraza/web',
      '../../../apps/web/src/lib/api.ts',
      '../../ui/src/button.tsx',
      '@lingui/core/macro',
      '@tanstack/react-query',
      'react-router',
      'wouter',
    ],
  },
  'apps/api/src/platform/a.ts': {
    good: ['@baraza/contract', 'fastify', './errors.ts', '../db/database.ts'],
    bad: [
      '../features/mda/mda.store.ts',
      '../app.ts',
      '../testing/app.ts',
      '@baraza/ui/button',
      '../../../web/src/lib/api.ts',
    ],
  },
  'apps/api/src/db/a.ts': {
    good: ['@baraza/contract', 'pg', '../platform/settings.ts'],
    bad: ['../features/mda/mda.store.ts', '../main.ts', '../../../../packages/contract/src/common.ts'],
  },
  'apps/api/src/features/complaint/a.ts': {
    good: ['@baraza/contract', './b.ts', '../../platform/errors.ts', '../../db/tables.ts', '../mda/mda.store.ts'],
    bad: [
      '../mda/mda.routes.ts',
      '../../app.ts',
      '../../testing/app.ts',
      '@baraza/web',
      '../../../../web/src/lib/api.ts',
    ],
  },
  'apps/api/src/features/complaint/a.test.ts': {
    good: ['../../testing/app.ts', './b.ts'],
    bad: ['../mda/mda.routes.ts', '../../app.ts'],
  },
  'apps/web/src/lib/a.ts': {
    good: ['@baraza/contract', '@baraza/ui/toaster', '@baraza/app/token', './session.ts', '../locales/en.po'],
    bad: [
      '../features/mda/mda.api.ts',
      '../shell/top-bar.tsx',
      '../routes.tsx',
      '@baraza/desk',
      '../../../desk/src/lib/api.ts',
    ],
  },
  'apps/web/src/features/complaint/a.tsx': {
    good: [
      '@baraza/contract',
      '@baraza/ui/button',
      '@baraza/app/notify',
      './b.tsx',
      '../../lib/api.ts',
      '../mda/mda.api.ts',
    ],
    bad: [
      '../mda/mda-page.tsx',
      '../../shell/top-bar.tsx',
      '../../routes.tsx',
      '@baraza/api',
      '../../../../desk/src/lib/api.ts',
    ],
  },
  'apps/desk/src/features/staff/a.tsx': {
    good: ['@baraza/app/notify', '../complaint/complaint.api.ts', '../../lib/api.ts'],
    bad: ['../complaint/queue-page.tsx', '../../shell/desk-shell.tsx'],
  },
  'apps/desk/src/shell/a.tsx': {
    good: ['@baraza/ui/button', '@baraza/app/use-online', '../features/staff/staff-page.tsx', '../lib/api.ts'],
    bad: ['@baraza/api', '../../../web/src/lib/api.ts'],
  },
};

let folder;
let found;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baraza-imports-'));
  const config = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'));
  config.options.typeAware = false;
  write('.oxlintrc.json', JSON.stringify(config));
  write('tsconfig.json', '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }');
  for (const [file, { good, bad }] of Object.entries(cases)) {
    write(file, [...good, ...bad].map((name, index) => `export * as x${index} from '${name}';\n`).join(''));
  }
  write('apps/api/src/platform/one.ts', `import { two } from './two.ts';\nexport const one = () => two();\n`);
  write('apps/api/src/platform/two.ts', `import { one } from './one.ts';\nexport const two = () => one();\n`);
  const { stdout } = spawnSync(tool('oxlint'), ['--format=json', '.'], { cwd: folder, encoding: 'utf8' });
  found = JSON.parse(stdout).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name, content) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}

/** The numbers of the lines of a file at which the linter found this fault. */
function linesWith(rule, file) {
  const faults = found.filter(({ code, filename }) => code === rule && filename === file);
  return faults.map(({ labels }) => labels[0].span.line).toSorted((a, b) => a - b);
}

test.each(Object.entries(cases))('%s imports only what it may', (file, { good, bad }) => {
  expect(linesWith('eslint(no-restricted-imports)', file)).toEqual(bad.map((_, index) => good.length + index + 1));
});

test('a circle of imports is found', () => {
  expect(linesWith('import(no-cycle)', 'apps/api/src/platform/one.ts')).toHaveLength(1);
});
