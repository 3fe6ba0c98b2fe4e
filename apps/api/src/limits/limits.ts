import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { type SharedCounts, startSharedCounts } from './shared-counts.ts';
import type { Rate } from './rates.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request for its session; throws 429 past the limit. */
    limitSession(request: FastifyRequest): Promise<void>;
    /** Counts a report of a browser for its network; throws 429 past the limit. */
    limitReports(request: FastifyRequest): void;
  }
}

/**
 * Registers limits per network (IPv6: /64), per network and call, and per session, shared by all processes.
 * Strict limits of sign-in and codes ask the database each time; `docs/security/throttling.md` lists all.
 */
export function registerLimits(app: FastifyInstance, { db, log, rates }: Services): void {
  const counts = startSharedCounts(db, log);
  app.addHook('onClose', () => counts.stop());
  app.addHook('onRequest', async ({ ip, method, routeOptions: { url } }) => {
    const network = normalizeIP(ip);
    enforce(counts, ['network', network], rates.network);
    // Pages and their scripts share a route and are requested by the dozen.
    if (url?.startsWith('/api/')) enforce(counts, ['call', method, url, network], rates.networkCall);
  });
  app.decorate('limitSession', async ({ caller }) => {
    enforce(counts, ['session', caller?.sessionId ?? ''], rates.session);
  });
  app.decorate('limitReports', ({ ip }) => enforce(counts, ['policy report', normalizeIP(ip)], rates.policyReport));
}

function enforce(counts: SharedCounts, parts: readonly string[], rate: Rate): void {
  const { current, ttl } = counts.use(parts, rate);
  if (current > rate.max) throw tooManyRequests(ttl / 1000);
}
