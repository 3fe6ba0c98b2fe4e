import { readFileSync } from 'node:fs';
import path from 'node:path';

const apps = path.join(import.meta.dirname, '..', '..', 'apps');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** The addresses of an app's screens, as its router has them, with the beginning of the app. */
function routesOf(app: string, base: string): string[] {
  const text = readFileSync(path.join(apps, app, 'src', 'routes.tsx'), 'utf8');
  const routes = all(text, /^ {2}'(\/[^']*)': lazyRoute\(/gmu);
  const screens = all(text, /lazyRoute\(\s*\(\) =>\s*(import\('[^']+-page(?:\.tsx)?'\))/gu);
  // A router that is written in a way this does not read must not look like one with fewer screens.
  if (routes.length !== screens.length || routes.length === 0)
    throw new Error(`${screens.length} screens of ${app}, but ${routes.length} addresses: ${routes.join(' ')}`);
  return routes.map((route) => base + route);
}

/** Every address with a screen of its own. */
const routes = () => ['/', ...routesOf('web', ''), ...routesOf('desk', '/desk')];

/** Those at which none of these addresses is. */
export function unvisited(addresses: readonly string[]): string[] {
  const paths = addresses.map((it) => it.replace(/[?#].*/u, ''));
  const patternOf = (route: string) =>
    new RegExp(`^${route.replaceAll(/\/:\w+\?/gu, '(/[^/]+)?').replaceAll(/:\w+/gu, '[^/]+')}$`, 'iu');
  return routes().filter((route) => !paths.some((it) => patternOf(route).test(it)));
}
