import { readFileSync } from 'node:fs';
import path from 'node:path';

const apps = path.join(import.meta.dirname, '..', '..', 'apps');
const signIn = ['/login', '/forgot-password-email', '/forgot-password'];

/** The addresses of an app's screens, as it lists them, with the beginning of the app. */
function routesOf(app: string, base: string): string[] {
  const text = readFileSync(path.join(apps, app, 'src', 'lib', 'router', 'paths.ts'), 'utf8');
  const found = [...text.matchAll(/^ {2}\w+: (?:\(.*\) => )?['`](\/[^'`?]*)['`],$/gmu)].map(([, route]) => route!);
  if (found.length === 0) throw new Error(`The addresses of ${app} cannot be read.`);
  return [...signIn, ...found].map((route) => base + route.replaceAll(/\$\{[^}]*\}/gu, ':id'));
}

/** Every address with a screen of its own; /app leads on. */
const routes = () => [...routesOf('web', ''), ...routesOf('desk', '/desk')].filter((route) => route !== '/app');

/** Those at which none of these addresses is. */
export function unvisited(addresses: readonly string[]): string[] {
  const paths = addresses.map((it) => it.replace(/[?#].*/u, ''));
  const patternOf = (route: string) => new RegExp(`^${route.replaceAll(':id', '[^/]+')}$`, 'iu');
  return routes().filter((route) => !paths.some((it) => patternOf(route).test(it)));
}
