import { defineConfig } from '@playwright/test';
import { launch } from './support/chromium.ts';
import {
  dataDirOf,
  demoPassword,
  galleryPort,
  galleryUrl,
  portalUrl,
  portOf,
  urlOf,
  workers,
} from './support/portal.ts';

/** While journeys are written: a portal that runs already at these ports saves its start each time. */
const reuseExistingServer = Boolean(process.env['E2E_REUSE']);

/** A portal for each worker, started as a person starts it (`npm start` on an empty folder). It outlives a failed test. */
const portals = Array.from({ length: workers }, (_, worker) => ({
  command: 'node support/fresh-portal.mjs',
  url: `${urlOf(worker)}/health/ready`,
  timeout: 240_000,
  reuseExistingServer,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 } as const,
  stdout: 'pipe' as const,
  env: {
    PORT: String(portOf(worker)),
    DATA_DIR: dataDirOf(worker),
    DEMO: '1',
    DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'warn',
  },
}));

/** Walks over all screens take minutes: they begin first, so that no worker is left alone with one at the end. */
const walks = /\/(every-screen|xss|xss-walls|texts|kill)\.spec\.ts$/u;
const journey = {
  testDir: './journeys',
  use: { baseURL: portalUrl, launchOptions: launch('--use-fake-ui-for-media-stream') },
};

/** Journeys over the real portal, and the gallery. */
export default defineConfig({
  // The journeys of a file follow one another on one portal; the files of a worker share it, each with people of its own.
  fullyParallel: false,
  workers,
  retries: 0,
  timeout: 120_000,
  // Generous, for busy machines: only what fails takes so long.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['CI'] ? [['list'], ['json', { outputFile: '../test-results/e2e.json' }]] : [['list']],
  outputDir: '../test-results/e2e',
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // The day of the browser is the day of the server, wherever this runs.
    timezoneId: 'UTC',
    // Tracing each test is slow. `npm test` tries a failed one again, and traces that.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    // It would answer in place of the network; the journeys without a network allow it.
    serviceWorkers: 'block',
  },
  projects: [
    { ...journey, name: 'walks', testMatch: walks },
    { ...journey, name: 'journeys', testIgnore: walks },
    {
      name: 'gallery',
      testDir: './gallery',
      timeout: 30_000,
      use: {
        baseURL: galleryUrl,
        launchOptions: launch('--use-fake-ui-for-media-stream'),
        permissions: ['clipboard-read', 'clipboard-write'],
        // A trace fetches blob: addresses, which the policy refuses aloud.
        trace: 'off',
      },
    },
  ],
  webServer: [
    ...portals,
    {
      command: `npm run gallery:build && npm run gallery:preview -- --port ${galleryPort} --strictPort`,
      cwd: '../packages/ui',
      url: galleryUrl,
      timeout: 120_000,
      reuseExistingServer,
    },
  ],
});
