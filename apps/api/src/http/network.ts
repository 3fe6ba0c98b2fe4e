import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** Where a request comes from, for limits and the audit trail. An IPv6 network is its /64: one household has millions of addresses in it. */
export function networkOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}
