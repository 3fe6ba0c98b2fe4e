// Prints what each screen of the portal loads before it is drawn, brotli-compressed, and fails above the limit. What follows by
// itself is counted in a browser, by e2e/journeys/weight.spec.ts.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { ensureBuilt } from '../lib/build.mjs';

await ensureBuilt();
const dist = new URL('../../apps/web/dist/', import.meta.url);
const limits = { script: 114_000, outline: 10_000, style: 12_100, html: 8_000, stored: 1_500_000 };
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const sizes = new Map();
const sizeOf = (file) => {
  if (!sizes.has(file)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    sizes.set(file, brotliCompressSync(readFileSync(new URL(file, dist)), { params }).length);
  }
  return sizes.get(file);
};

/** A chunk and everything it imports before it runs. */
function graph(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    graph(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const entry = 'index.html';
const screens = manifest[entry].dynamicImports.filter((key) => key.endsWith('-page.tsx'));

const rows = screens.map((screen) => {
  const keys = [...graph([entry, screen])];
  const styles = new Set(keys.flatMap((key) => manifest[key].css ?? []));
  return {
    screen: screen.replace(/^.*src\/(?:features\/)?/, '').replace('-page.tsx', ''),
    script: keys.reduce((sum, key) => sum + sizeOf(manifest[key].file), 0),
    style: [...styles].reduce((sum, file) => sum + sizeOf(file), 0),
  };
});

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
console.log(`${'screen'.padEnd(32)}${'script'.padStart(10)}${'style'.padStart(10)}   (brotli)`);
for (const row of rows.toSorted((a, b) => b.script - a.script)) {
  console.log(row.screen.padEnd(32) + kb(row.script) + kb(row.style));
}

const outlineKey = Object.keys(manifest).find((key) => key.endsWith('/outline-field.tsx'));

/** Size of the service worker's copy on a device, without languages, which are some 60 kB each. */
const stored = readdirSync(dist, { recursive: true })
  .filter((file) => !/\.(?:br|gz)$|^\.vite|locale-/u.test(file) && statSync(new URL(file, dist)).isFile())
  .reduce((sum, file) => sum + statSync(new URL(file, dist)).size, 0);

const others = [
  ['index.html', sizeOf('index.html'), limits.html],
  ['outline of the areas', sizeOf(manifest[outlineKey].file), limits.outline],
  ['kept for the time offline', stored, limits.stored],
];
for (const [name, size] of others) console.log(name.padEnd(32) + kb(size));

const broken = [
  ...rows.filter((row) => row.script > limits.script).map((row) => `${row.screen}: script over ${limits.script}`),
  ...rows.filter((row) => row.style > limits.style).map((row) => `${row.screen}: style over ${limits.style}`),
  ...others.filter(([, size, limit]) => size > limit).map(([name, , limit]) => `${name}: over ${limit}`),
];
for (const line of broken) console.error(line);
process.exit(broken.length > 0 ? 1 : 0);
