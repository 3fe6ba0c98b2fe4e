import { existsSync } from 'node:fs';

const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);
const chromium = process.env['CHROMIUM'] ?? installed.find((path) => existsSync(path));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
];

/** Returns the launch options of Chromium, with further flags. */
export const launch = (...more: string[]) => ({
  ...(chromium ? { executablePath: chromium } : {}),
  args: [...flags, ...more],
});
