import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { onceIsEnough, onServerToo } from './scripts/testing/tiers.mjs';

/** True for the full tier and for runs by hand: every test of the API runs on both databases. */
const isWhole = (process.env['TEST_TIER'] ?? 'full') === 'full';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const everyTest = ['{src,test}/**/*.test.{ts,tsx}'];

/** Test files of a package whose text matches, relative to its folder. */
function testsWith(root: string, text: RegExp, include: readonly string[] = everyTest): string[] {
  return globSync(include, { cwd: path(root) }).filter((file) =>
    text.test(readFileSync(path(`${root}/${file}`), 'utf8')),
  );
}

/** One more than two cores have room for: half of its time a test waits for the database. */
const maxWorkers = 3;

/** Replacing modules, or changing a library for good, does so for the whole process. */
const needsOwnProcess = /\bvi\.(mock|doMock|resetModules)\(|\bwatchStatements\(|\bopenTracing\(/u;

/**
 * Test files share one process and its loaded modules; those that cannot are a second project, `NAME:alone`.
 * Loading the server anew for each file took more than half of the time of all tests.
 */
function project(
  name: string,
  root: string,
  more: TestProjectInlineConfiguration['test'] = {},
  around: TestProjectInlineConfiguration = {},
): TestProjectInlineConfiguration[] {
  const { include = everyTest, exclude = [] } = more;
  const alone = testsWith(root, needsOwnProcess, include);
  // Said for each, since those of an app do not take it from here; projects that differ cannot run together.
  const test = { maxWorkers, restoreMocks: true, unstubGlobals: true, unstubEnvs: true, include, ...more };
  const shared = { ...test, name, isolate: false, exclude: [...exclude, ...alone] };
  return [
    { ...around, root, test: shared },
    ...(alone.length > 0 ? [{ ...around, root, test: { ...test, name: `${name}:alone`, include: alone } }] : []),
  ];
}

/** A test of the API that imports none of its helpers needs no database. */
const apiUnits = testsWith('./apps/api', /^(?![^]*\/support\/)/u);

/** Tests of the API by kind of database. */
const apiFiles = {
  embedded: { exclude: apiUnits },
  server: { exclude: [...apiUnits, ...onceIsEnough], ...(!isWhole && { include: onServerToo }) },
};

/** Resolves packages as the server does: some have a second build for bundlers. */
const conditions = ['node'];
const asServer = { resolve: { conditions, mainFields: [] }, ssr: { resolve: { conditions, mainFields: [] } } };

/** The tests of the API over a PostgreSQL: the embedded one, or one as the system installs it. */
function api(database: 'embedded' | 'server'): TestProjectInlineConfiguration[] {
  const settings = {
    ...apiFiles[database],
    env: { TEST_DATABASE: database },
    globalSetup: path('./apps/api/test/support/server/global-setup.ts'),
    // Generous, for busy machines: only what fails takes so long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  };
  return project(`api:${database}`, './apps/api', settings, asServer);
}

/** Empties the document after each test. */
const emptyDocument = path('./packages/ui/src/testing/setup.ts');

/** The tests of an app: texts run through the macros of its catalogue, so its own build has to see them too. */
function app(name: string, root: string, catalogueOf: 'web' | 'desk'): TestProjectInlineConfiguration[] {
  const catalogue = path(`./apps/${catalogueOf}/src/lib/i18n/i18n.ts`);
  const setupFiles = [catalogue, emptyDocument, path('./packages/app/src/testing/setup.ts')];
  const settings = { setupFiles, testTimeout: 20_000 };
  return project(name, root, settings, { extends: `./apps/${catalogueOf}/vite.config.ts` });
}

export default defineConfig({
  test: {
    maxWorkers,
    tags: [{ name: 'full', description: 'Takes long and seldom finds anything: `npm run test:full` alone runs it.' }],
    projects: [
      ...api('embedded'),
      ...api('server'),
      ...project('api:unit', './apps/api', { include: apiUnits }),
      ...project('contract', './packages/contract'),
      ...project('local-postgres', './packages/local-postgres', { hookTimeout: 60_000 }),
      ...project('media-metadata', './packages/media-metadata'),
      ...project('transparency-log', './packages/transparency-log', { testTimeout: 60_000 }),
      ...project('witness', './packages/witness'),
      ...project('ui', './packages/ui', { setupFiles: [emptyDocument] }),
      ...app('app', './packages/app', 'web'),
      ...app('web', './apps/web', 'web'),
      ...app('desk', './apps/desk', 'desk'),
      ...project('scripts', './scripts', { include: ['**/*.test.mjs'], testTimeout: 120_000 }),
    ],
  },
});
