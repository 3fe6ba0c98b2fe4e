import { defineConfig } from '@playwright/test';
import { launch } from './support/chromium.ts';
import { isWhole, portalUrl, slowUrl, workers } from './support/portal.ts';

/** Walks over all screens take minutes: they begin first, so that no worker is left alone with one at the end. */
const walks = /\/(every-screen|xss|xss-walls|texts)\.spec\.ts$/u;
const journey = {
  testDir: './journeys',
  use: { baseURL: portalUrl, launchOptions: launch('--use-fake-ui-for-media-stream') },
};

/** Journeys of citizens at 400 kbit/s and 400 ms. */
const slow = {
  ...journey,
  name: 'slow',
  testMatch: /\/(guest|guest-steps|known-issue|unknown-office|place|new-complaint|languages)\.spec\.ts$/u,
  // The walks look the same on any line; officers sit at better ones.
  grepInvert: /every screen of|the desk is/u,
  timeout: 600_000,
  expect: { timeout: 90_000 },
  use: { ...journey.use, baseURL: slowUrl, actionTimeout: 90_000, navigationTimeout: 90_000 },
};

/** Journeys over the real portal. */
export default defineConfig({
  globalSetup: './support/servers.ts',
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
    // Tests would wait for each animation.
    contextOptions: { reducedMotion: 'reduce' },
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
    ...(isWhole ? [slow] : []),
  ],
});
