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
    but: `${machinery}|apps/api/src/domain/effects.ts|apps/api/test/`,
    why: 'Machinery imports machinery, never a feature or the app. Services name the effects they carry out.',
  },
  {
    from: 'apps/api/src/backup/',
    not: 'apps/api/',
    but: `${machinery}|apps/api/src/backup/`,
    why: 'Backups are machinery: they know tables and files, no feature.',
    tests: true,
  },
  {
    from: 'apps/api/src/domain/',
    not: '(apps/|fastify|drizzle-orm|pg(/|$))',
    but: 'apps/api/src/(domain/|db/schema/|http/errors.ts)',
    why: 'Domain is pure: it knows the contract, the shapes of rows, and the errors it throws.',
    tests: true,
  },
  {
    from: 'apps/api/src/features/',
    not: 'apps/api/src/',
    but: `${machinery}|apps/api/src/(domain|features)/`,
    why: 'A feature imports machinery, domain and features, never the app.',
  },
  {
    from: 'apps/api/src/(channels|open311)/',
    not: 'apps/api/src/',
    but: `${machinery}|apps/api/src/($1|domain|features)/`,
    why: 'A channel imports machinery, domain and features, never the app.',
  },
  ...[
    ['reference/', 'reference/'],
    ['log/', 'log/'],
    ['complaint/', '(complaint|reference|log)/'],
    ['engagement/', '(engagement|complaint|reference)/'],
    ['(?:people|office|public|feedback|verification)/', '(?!demo/)'],
  ].map(([group, below]) => ({
    from: `apps/api/src/features/${group}`,
    not: 'apps/api/src/features/',
    but: `apps/api/src/features/${below}`,
    why: 'Features point one way: reference, log and complaint, engagement, then people, office and public.',
    tests: true,
  })),
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

/** Folders that import each other still. The list may only shrink: a circle that is gone has to leave it. */
const knownCircles = [
  'apps/api/src/(audit|auth|files|http|limits|observability|realtime)',
  'apps/web/src/lib/(api|draft|outbox)',
  'apps/web/src/features/complaint/(form|guest|list)',
  'packages/contract/src/(account|complaint|core)',
].map((folders) => new RegExp(`^${folders}(/|$)`));

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

/** The circles of imports between folders, a line each, without the known ones; and known ones that are gone. */
export function folderCircles(folder, files, known = knownCircles) {
  const imported = new Map();
  for (const file of files.filter(
    (name) => /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(name) && !isTest.test(name),
  )) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const own = path.posix.dirname(file);
    for (const [, name] of text.matchAll(specifier)) {
      const target = name.startsWith('.') ? path.posix.dirname(path.posix.join(own, name)) : own;
      // Imports from the parent folder, such as shared types, make no circle.
      if (target !== own && !own.startsWith(`${target}/`))
        imported.set(own, (imported.get(own) ?? new Set()).add(target));
    }
  }
  const inCircles = [...imported.keys()].map((name) => circleOf(name, imported)).filter((circle) => circle.length > 1);
  const circles = [...new Map(inCircles.map((circle) => [circle[0], circle])).values()];
  const isKnown = (circle) => known.some((pattern) => circle.every((name) => pattern.test(name)));
  return [
    ...circles.filter((circle) => !isKnown(circle)).map((circle) => `Folders import each other: ${circle.join(', ')}.`),
    ...known
      .filter((pattern) => !circles.some((circle) => circle.every((name) => pattern.test(name))))
      .map((pattern) => `No longer a circle, so take it off the list: ${pattern.source}.`),
  ];
}

/** The folders that a folder reaches and that reach it, itself included, in order. */
function circleOf(name, imported) {
  return [...reachedFrom(name, imported)]
    .filter((other) => reachedFrom(other, imported).has(name))
    .toSorted((a, b) => a.localeCompare(b));
}

function reachedFrom(name, imported) {
  const reached = new Set();
  const ahead = [name];
  while (ahead.length > 0) {
    const next = [...(imported.get(ahead.pop()) ?? [])].filter((folder) => !reached.has(folder));
    for (const folder of next) reached.add(folder);
    ahead.push(...next);
  }
  return reached;
}

/** The rule's patterns for this file; none where it does not apply. `tests`: test files are exempt. */
function compile({ from, not, but, why, tests = false }, file) {
  const match = new RegExp(`^(?:${from})`).exec(file);
  if (!match || (tests && isTest.test(file))) return [];
  const pattern = (text) => new RegExp(`^(?:${text.replaceAll(/\$(\d)/g, (_, group) => match[group])})`);
  return [{ not: pattern(not), but: but === undefined ? undefined : pattern(but), why }];
}
