import { readFileSync } from 'node:fs';
import path from 'node:path';

const apps = path.join(import.meta.dirname, '..', '..', 'apps');
const signIn = ['/login', '/forgot-password-email', '/forgot-password'];

/** Returns the paths of an app's screens, with the app's prefix. */
function routesOf(app: string, base: string): string[] {
  const text = readFileSync(path.join(apps, app, 'src', 'lib', 'router', 'paths.ts'), 'utf8');
  const found = [...text.matchAll(/^ {2}\w+: (?:\(.*\) => )?['`](\/[^'`?]*)['`],$/gmu)].map(([, route]) => route!);
  if (found.length === 0) throw new Error(`The addresses of ${app} cannot be read.`);
  return [...signIn, ...found].map((route) => base + route.replaceAll(/\$\{[^}]*\}/gu, ':id'));
}

/** Every path with its own screen; /app redirects. */
const routes = () => [...routesOf('web', ''), ...routesOf('desk', '/desk')].filter((route) => route !== '/app');

/** Returns the paths that none of these addresses matches. */
export function unvisited(addresses: readonly string[]): string[] {
  const paths = addresses.map((it) => it.replace(/[?#].*/u, ''));
  const patternOf = (route: string) => new RegExp(`^${route.replaceAll(':id', '[^/]+')}$`, 'iu');
  return routes().filter((route) => !paths.some((it) => patternOf(route).test(it)));
}
