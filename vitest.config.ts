import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Relative to the package's folder; `source` makes imports of our own packages read the sources, without a build. */
function project(
  name: string,
  root: string,
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  const conditions = ['source', 'module', 'node'];
  return {
    root,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: { name, include: ['src/**/*.test.{ts,tsx}'], ...more },
  };
}

/** What no server of a database can change: our own small PostgreSQL, settings, HTTP, files, and the long walks. */
const onceIsEnough = [
  'src/db/embedded-postgres.test.ts',
  'src/backups/programs.test.ts',
  'src/start-settings.test.ts',
  'src/serving-processes.test.ts',
  'src/platform/server.test.ts',
  'src/platform/data-dir.test.ts',
  'src/platform/image.test.ts',
  'src/fuzz.test.ts',
  'src/list-plans.test.ts',
  'src/enumeration.test.ts',
  'src/headers.test.ts',
  'src/log-canaries.test.ts',
  'src/hostile-requests.test.ts',
  'src/hostile-uploads.test.ts',
  'src/bomb-memory.test.ts',
  'src/slow-readers.test.ts',
  'src/features/complaint/act-matrix.test.ts',
];

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Half the time of a small test file went by with loading the database library. Older versions of Node cannot load TypeScript. */
const quickImports =
  Number(process.versions.node.split('.')[0]) < 24 ? [] : ['--import', path('./apps/api/src/testing/quick-imports.ts')];

/** The same tests on both kinds of database. */
function api(database: 'embedded' | 'server'): TestProjectInlineConfiguration {
  const conditions = ['source', 'node'];
  const settings = project(`api:${database}`, './apps/api', {
    exclude: database === 'server' ? onceIsEnough : [],
    env: { TEST_DATABASE: database },
    globalSetup: path('./apps/api/src/testing/global-setup.ts'),
    execArgv: quickImports,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  });
  // Without `module`, so that a package loads here as it does in the server: some have a second build for bundlers alone.
  return { ...settings, resolve: { conditions, mainFields: [] }, ssr: { resolve: { conditions, mainFields: [] } } };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      api('embedded'),
      api('server'),
      project('contract', './packages/contract'),
      project('ui', './packages/ui'),
      project('app', './packages/app'),
      // Texts run through the macros of the catalogue, so an app's own build has to see its tests too.
      {
        ...project('web', './apps/web', {
          setupFiles: fileURLToPath(new URL('./apps/web/src/lib/i18n.ts', import.meta.url)),
        }),
        extends: './apps/web/vite.config.ts',
      },
      {
        ...project('desk', './apps/desk', {
          setupFiles: fileURLToPath(new URL('./apps/desk/src/lib/i18n.ts', import.meta.url)),
        }),
        extends: './apps/desk/vite.config.ts',
      },
      project('scripts', './scripts', { include: ['**/*.test.mjs'], testTimeout: 120_000 }),
    ],
  },
});
