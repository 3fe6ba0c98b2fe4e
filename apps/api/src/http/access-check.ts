import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyInstance, RouteOptions } from 'fastify';

export interface MountedRoute {
  readonly method: string;
  readonly url: string;
  /** Undefined for routes that plugins add. */
  readonly access: Endpoint['access'] | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly mountedRoutes: readonly MountedRoute[];
  }
}

/** Routes that plugins add. They read no personal data. */
const ofPlugins = [/^\/(desk\/)?\*$/, /^\/api\/docs(\/|\/json|\/yaml|\/static\/[\w*.-]+)?$/];

/** Keeps the server from starting with a route that does not declare its access. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const mounted: MountedRoute[] = [];
  app.decorate('mountedRoutes', mounted);
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    const access = config?.access;
    if (access === undefined && !ofPlugins.some((pattern) => pattern.test(url))) {
      throw new Error(`The route ${String(method)} ${url} does not declare who may call it.`);
    }
    for (const one of [method].flat()) mounted.push({ method: one, url, access });
  });
}

/** Returns the methods of the calls at an address; none where there is no call. */
export function methodsAt(app: FastifyInstance, pathname: string): string[] {
  const given = pathname.split('/');
  const isAt = (url: string) => {
    const parts = url.split('/');
    return parts.length === given.length && parts.every((part, index) => part === given[index] || part.startsWith(':'));
  };
  const found = app.mountedRoutes.filter(({ url, access }) => access !== undefined && isAt(url));
  return [...new Set(found.map(({ method }) => method))].toSorted();
}
