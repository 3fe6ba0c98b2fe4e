import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyRequests } from '../http/errors.ts';
import type { Services } from '../services.ts';
import type { Rate } from './rates.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request for its session; throws 429 past the limit. */
    limitSession(request: FastifyRequest): Promise<void>;
  }
}

/** Keys kept in memory, the least recently used dropped first: some 40 MB. */
const cache = 100_000;

/**
 * Registers limits per network (IPv6: /64), per network and call, and per session, in the memory of this process.
 * Strict limits of sign-in and codes ask the database each time; `docs/security/throttling.md` lists all.
 */
export async function registerLimits(app: FastifyInstance, { rates }: Services): Promise<void> {
  await app.register(rateLimit, { global: false, cache });
  const limit = ({ max, seconds }: Rate, keyGenerator: (request: FastifyRequest) => string) => {
    const count = app.createRateLimit({ max, timeWindow: seconds * 1000, keyGenerator });
    return async (request: FastifyRequest) => {
      const use = await count(request);
      if (!use.isAllowed && use.isExceeded) throw tooManyRequests(use.ttl / 1000);
    };
  };
  const limitNetwork = limit(rates.network, ({ ip }) => `network ${normalizeIP(ip)}`);
  const limitCall = limit(rates.networkCall, ({ ip, method, routeOptions: { url } }) => {
    return `call ${method} ${url} ${normalizeIP(ip)}`;
  });
  app.addHook('onRequest', async (request) => {
    await limitNetwork(request);
    // Pages and their scripts share a route and are requested by the dozen.
    if (request.routeOptions.url?.startsWith('/api/')) await limitCall(request);
  });
  app.decorate(
    'limitSession',
    limit(rates.session, ({ caller }) => `session ${caller?.sessionId}`),
  );
}
