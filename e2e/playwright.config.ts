import { defineConfig } from '@playwright/test';
import { launch } from './support/chromium.ts';
import { dataDir, demoPassword, port, portalUrl } from './support/portal.ts';

/** Where the components stand by themselves, served with the policy of the apps. */
const galleryPort = port + 1;
const galleryUrl = `http://127.0.0.1:${galleryPort}`;

/** While journeys are written: a portal that runs already at these ports saves its start each time. */
const reuseExistingServer = Boolean(process.env['E2E_REUSE']);

/** Journeys over the real portal, started as a person starts it (`npm start` on an empty folder), and the gallery. */
export default defineConfig({
  // One portal and one database serve all journeys, each with people of its own.
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['CI'] ? [['list'], ['json', { outputFile: '../test-results/e2e.json' }]] : [['list']],
  outputDir: '../test-results/e2e',
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // The day of the browser is the day of the server, wherever this runs.
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
  },
  projects: [
    {
      name: 'journeys',
      testDir: './journeys',
      use: { baseURL: portalUrl, launchOptions: launch('--use-fake-ui-for-media-stream') },
    },
    {
      name: 'gallery',
      testDir: './gallery',
      timeout: 30_000,
      use: {
        baseURL: galleryUrl,
        // Here a microphone can also be refused, so nothing answers for the person.
        launchOptions: launch(),
        permissions: ['clipboard-read', 'clipboard-write'],
        // A trace fetches blob: addresses, which the policy refuses aloud.
        trace: 'off',
      },
    },
  ],
  webServer: [
    {
      command: 'node support/fresh-portal.mjs',
      url: `${portalUrl}/health/ready`,
      timeout: 240_000,
      reuseExistingServer,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      stdout: 'pipe',
      env: { PORT: String(port), DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'warn' },
    },
    {
      command: `npm run gallery:build && npm run gallery:preview -- --port ${galleryPort} --strictPort`,
      cwd: '../packages/ui',
      url: galleryUrl,
      timeout: 120_000,
      reuseExistingServer,
    },
  ],
});
