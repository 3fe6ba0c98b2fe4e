import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** Where a request comes from, for limits and the audit trail. An IPv6 network is its /64: one household has millions of addresses in it. */
export function networkOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}

/**
 * Whether log and audit trail keep the address of a request: of people who are signed in, and of attempts to sign in. Of guests, and of
 * visitors who may become guests, they keep none.
 */
export function isAddressKept({ caller, method, routeOptions }: FastifyRequest): boolean {
  if (caller) return !caller.isGuest;
  const { url = '', config } = routeOptions;
  const isAttempt = config.access === 'public' && method !== 'GET' && url.startsWith('/api/');
  return isAttempt && !url.startsWith('/api/public/');
}
