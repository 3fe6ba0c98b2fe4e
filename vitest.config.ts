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
    test: { name, include: ['{src,test}/**/*.test.{ts,tsx}'], ...more },
  };
}

/** What no server of a database can change: settings, HTTP, files, and the long walks. */
const onceIsEnough = [
  'src/backup/programs.test.ts',
  'src/start/start-settings.test.ts',
  'src/start/serving-processes.test.ts',
  'src/http/server.test.ts',
  'src/config/data-dir.test.ts',
  'src/files/image.test.ts',
  'test/hostile/fuzz.test.ts',
  'test/plans/list-plans.test.ts',
  'test/access/enumeration.test.ts',
  'test/access/headers.test.ts',
  'test/hostile/log-canaries.test.ts',
  'test/hostile/hostile-requests.test.ts',
  'test/hostile/hostile-uploads.test.ts',
  'test/hostile/bomb-memory.test.ts',
  'test/hostile/slow-readers.test.ts',
  'src/features/complaint/transition/act-matrix.test.ts',
];

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Half the time of a small test file went by with loading the database library. Older versions of Node cannot load TypeScript. */
const quickImports =
  Number(process.versions.node.split('.')[0]) < 24
    ? []
    : ['--import', path('./apps/api/test/support/server/quick-imports.ts')];

/** The same tests on both kinds of database. */
function api(database: 'embedded' | 'server'): TestProjectInlineConfiguration {
  const conditions = ['source', 'node'];
  const settings = project(`api:${database}`, './apps/api', {
    exclude: database === 'server' ? onceIsEnough : [],
    env: { TEST_DATABASE: database },
    globalSetup: path('./apps/api/test/support/server/global-setup.ts'),
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
      project('local-postgres', './packages/local-postgres', { hookTimeout: 60_000 }),
      project('media-metadata', './packages/media-metadata'),
      project('ui', './packages/ui'),
      project('app', './packages/app'),
      // Texts run through the macros of the catalogue, so an app's own build has to see its tests too.
      {
        ...project('web', './apps/web', {
          setupFiles: fileURLToPath(new URL('./apps/web/src/lib/i18n/i18n.ts', import.meta.url)),
        }),
        extends: './apps/web/vite.config.ts',
      },
      {
        ...project('desk', './apps/desk', {
          setupFiles: fileURLToPath(new URL('./apps/desk/src/lib/i18n/i18n.ts', import.meta.url)),
        }),
        extends: './apps/desk/vite.config.ts',
      },
      project('scripts', './scripts', { include: ['**/*.test.mjs'], testTimeout: 120_000 }),
    ],
  },
});
