import { readFileSync } from 'node:fs';
import path from 'node:path';

const apps = path.join(import.meta.dirname, '..', '..', 'apps');
const read = (app: string, file: string) => readFileSync(path.join(apps, app, 'src', file), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** The addresses of the portal's screens, as its router has them. */
function portalRoutes(): string[] {
  const text = read('web', 'routes.tsx');
  const routes = ['/', ...all(text, /^ {2}'(\/[^']*)': screen\(/gmu)];
  return asMany('web', routes, all(text, /(import\('\.\/features\/[^']+'\))/gu));
}

/** The addresses of the desk's screens, as its router has them, with the desk's own beginning. */
function deskRoutes(): string[] {
  const text = read('desk', 'routes.tsx');
  const named = Object.fromEntries(
    [...read('desk', 'lib/router/paths.ts').matchAll(/^ {2}(\w+): '([^']*)'/gmu)].map(([, name, address]) => [
      name!,
      address!,
    ]),
  );
  const found = [...text.matchAll(/<Route path=(?:"([^"*]+)"|\{paths\.(\w+)\}) element=/gu)];
  const routes = found.map(([, plain, name]) => (plain ?? named[name!]!).replace(/^\/?/u, '/desk/'));
  return asMany('desk', routes, all(text, /(import\('\.\/features\/[^']+'\))/gu));
}

/** A router that is written in a way this does not read must not look like one with fewer screens. */
function asMany(app: string, routes: string[], imports: string[]): string[] {
  if (routes.length !== imports.length || routes.length === 0)
    throw new Error(`${imports.length} screens of ${app}, but ${routes.length} addresses: ${routes.join(' ')}`);
  return routes;
}

/** Every address with a screen of its own. */
const routes = () => [...portalRoutes(), ...deskRoutes()];

/** Those at which none of these addresses is. */
export function unvisited(addresses: readonly string[]): string[] {
  const paths = addresses.map((it) => it.replace(/[?#].*/u, ''));
  const patternOf = (route: string) =>
    new RegExp(`^${route.replaceAll(/\/:\w+\?/gu, '(/[^/]+)?').replaceAll(/:\w+/gu, '[^/]+')}$`, 'iu');
  return routes().filter((route) => !paths.some((it) => patternOf(route).test(it)));
}
