// Which part of the code may import which: one table, checked over every source file.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const machinery =
  'apps/api/src/(audit|auth|config|crypto|db|files|http|jobs|limits|mail|observability|realtime|texts)/|apps/api/src/services.ts';
const anyPackage = '@baraza/';

/** Files below `from` must not import `not`, except `but`. `$1` is a group of `from`. */
const rules = [
  {
    from: 'packages/contract/src/',
    not: '',
    but: '(zod(/|$)|packages/contract/src/)',
    why: 'The contract imports zod and itself, nothing else.',
    tests: true,
  },
  {
    from: 'packages/ui/src/',
    not: anyPackage,
    but: '@baraza/contract(/|$)',
    why: 'The design language knows React and the contract, not the apps.',
  },
  {
    from: 'packages/ui/src/',
    not: '(react-router|wouter|@tanstack/|@lingui/)',
    why: 'The design language shows; the apps route, fetch and translate.',
  },
  {
    from: 'packages/app/src/',
    not: anyPackage,
    but: '@baraza/(contract|ui)(/|$)',
    why: 'What both apps share knows the contract and the design language, not the apps.',
  },
  {
    from: 'packages/(local-postgres|media-metadata|transparency-log)/',
    not: `(apps|packages)/|${anyPackage}`,
    but: 'packages/$1/',
    why: 'A package of the server knows nothing of ours but itself.',
  },
  {
    from: 'packages/witness/',
    not: `(apps|packages)/|${anyPackage}`,
    but: 'packages/witness/|@baraza/transparency-log(/sign)?$',
    why: 'A witness knows the formats of the log, and nothing of the portal.',
  },
  {
    from: 'apps/api/',
    not: anyPackage,
    but: '@baraza/(contract|local-postgres|media-metadata|transparency-log|witness)(/|$)',
    why: 'The server knows the contract and its own packages, not the apps.',
  },
  {
    from: 'apps/api/',
    not: '(apps|packages)/',
    but: 'apps/api/',
    why: 'The server imports nothing outside its own folder.',
  },
  {
    from: machinery,
    not: 'apps/api/',
    but: `${machinery}|apps/api/test/`,
    why: 'Machinery imports machinery, never a feature or the app.',
  },
  {
    from: 'apps/api/src/features/',
    not: 'apps/api/src/',
    but: `${machinery}|apps/api/src/features/`,
    why: 'A feature imports machinery and features, never the app.',
  },
  {
    from: 'apps/api/src/features/([^/]+)/',
    not: 'apps/api/src/features/.*\\.routes\\.ts$',
    but: 'apps/api/src/features/$1/',
    why: 'Routes are imported by app.ts alone.',
  },
  { from: 'apps/api/src/', not: 'apps/api/test/', why: 'The server does not import its tests.', tests: true },
  {
    from: 'apps/web/src/',
    not: anyPackage,
    but: '@baraza/(contract|ui|app|transparency-log)(/|$)',
    why: 'The portal imports the contract, ui, app and the formats of the log.',
  },
  {
    from: 'apps/desk/src/',
    not: anyPackage,
    but: '@baraza/(contract|ui|app)(/|$)',
    why: 'The desk imports the contract, ui and app.',
  },
  {
    from: '((?:apps|packages)/(?:web|desk|ui|app))/src/',
    not: '(apps|packages)/',
    but: '$1/',
    why: 'What runs in the browser imports nothing outside its own folder.',
  },
  {
    from: 'apps/(web|desk)/src/lib/',
    not: 'apps/',
    but: 'apps/$1/src/(lib|locales)/',
    why: 'lib imports packages and itself; the rest of the app imports lib.',
  },
  {
    from: 'apps/(web|desk)/src/features/([^/]+)/',
    not: 'apps/$1/src/',
    but: 'apps/$1/src/(lib/|locales/|features/$2/|features/.*\\.api\\.ts$)',
    why: 'A feature imports lib, its own folder, and of another feature only its .api.ts.',
  },
];

const specifier = /(?:^|[\s;])(?:from|import)\s*\(?\s*'([^']+)'/g;
const isTest = /\.(test|spec)\.tsx?$/;

/** The imports that go a forbidden way, a line each; `files` are relative to `folder`. */
export function importFaults(folder, files) {
  return files
    .filter((file) => /\.(ts|tsx)$/.test(file))
    .flatMap((file) => {
      const applying = rules.flatMap((rule) => compile(rule, file));
      if (applying.length === 0) return [];
      const text = readFileSync(path.join(folder, file), 'utf8');
      return [...text.matchAll(specifier)].flatMap(([, name]) => {
        const target = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
        const broken = applying.find(({ not, but }) => not.test(target) && !but?.test(target));
        return broken ? [`${file} imports ${name}. ${broken.why}`] : [];
      });
    });
}

/** The rule's patterns for this file; none where it does not apply. `tests`: test files are exempt. */
function compile({ from, not, but, why, tests = false }, file) {
  const match = new RegExp(`^(?:${from})`).exec(file);
  if (!match || (tests && isTest.test(file))) return [];
  const pattern = (text) => new RegExp(`^(?:${text.replaceAll(/\$(\d)/g, (_, group) => match[group])})`);
  return [{ not: pattern(not), but: but === undefined ? undefined : pattern(but), why }];
}
