import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { onceIsEnough, onServerToo } from './scripts/lib/tiers.mjs';

/** What is run by hand is run on both databases. */
const isWhole = (process.env['TEST_TIER'] ?? 'full') === 'full';

/** Relative to the package's folder. */
function project(
  name: string,
  root: string,
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return { root, test: { name, include: ['{src,test}/**/*.test.{ts,tsx}'], ...more } };
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** A test of the API that imports none of its helpers needs no database. */
const apiUnits = ['src', 'test'].flatMap((folder) =>
  readdirSync(path(`./apps/api/${folder}`), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !readFileSync(path(`./apps/api/${file}`), 'utf8').includes('/support/')),
);

/** What a tier runs on each kind of database. */
const apiFiles = {
  embedded: { exclude: apiUnits },
  server: { exclude: [...apiUnits, ...onceIsEnough], ...(!isWhole && { include: onServerToo }) },
};

/** The tests of the API over a PostgreSQL: the embedded one, or one as the system installs it. */
function api(database: 'embedded' | 'server'): TestProjectInlineConfiguration {
  const settings = project(`api:${database}`, './apps/api', {
    ...apiFiles[database],
    env: { TEST_DATABASE: database },
    globalSetup: path('./apps/api/test/support/server/global-setup.ts'),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  });
  return asServer(settings);
}

/** Resolves packages as the server does: some have a second build for bundlers alone. */
function asServer(settings: TestProjectInlineConfiguration): TestProjectInlineConfiguration {
  const conditions = ['node'];
  return { ...settings, resolve: { conditions, mainFields: [] }, ssr: { resolve: { conditions, mainFields: [] } } };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    tags: [{ name: 'full', description: 'Takes long and seldom finds anything: `npm run test:full` alone runs it.' }],
    projects: [
      api('embedded'),
      api('server'),
      asServer(project('api:unit', './apps/api', { include: apiUnits, isolate: false })),
      project('contract', './packages/contract'),
      project('local-postgres', './packages/local-postgres', { hookTimeout: 60_000 }),
      project('media-metadata', './packages/media-metadata'),
      project('transparency-log', './packages/transparency-log', { testTimeout: 60_000 }),
      project('witness', './packages/witness'),
      project('ui', './packages/ui'),
      // Texts run through the macros of the catalogue, so an app's own build has to see its tests too.
      {
        ...project('app', './packages/app', {
          setupFiles: fileURLToPath(new URL('./apps/web/src/lib/i18n/i18n.ts', import.meta.url)),
        }),
        extends: './apps/web/vite.config.ts',
      },
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
