import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../http/errors.ts';
import { metricsType } from './metrics.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../config/settings.ts';

/**
 * Serves `/metrics` on the server's own port to this computer alone, while METRICS_ADDRESS is not set and one process serves.
 * Anybody else, and whatever comes through a proxy, gets 404.
 */
export function metricsRoutes(app: FastifyInstance, { settings, metrics }: Services): void {
  const open = isLocal(settings);
  app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!open || !isDirect(request)) throw notFound();
    return reply
      .type(metricsType)
      .header('cache-control', 'no-store')
      .send(await metrics.registry.metrics());
  });
}

/** Whether nobody but this computer is meant to reach the server. */
function isLocal({ metricsAddress, host, publicUrl, trustProxy, workers }: Settings): boolean {
  const isBehindProxy = trustProxy.length > 0 || !isLoopback(new URL(publicUrl).hostname);
  return metricsAddress === undefined && workers === 1 && isLoopback(host) && !isBehindProxy;
}

function isDirect({ raw }: FastifyRequest): boolean {
  const names = Object.keys(raw.headers);
  const isForwarded = names.some((name) => name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-'));
  return !isForwarded && isLoopback(raw.socket.remoteAddress ?? '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || /^(::ffff:)?127\./i.test(host) || host === '::1' || host === '[::1]';
}
