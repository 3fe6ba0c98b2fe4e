import { type Language, languages } from '@baraza/contract/core/language';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** Where a request comes from, for limits and the audit trail. An IPv6 network is its /64: one household has millions of addresses in it. */
export const networkOf = (request: FastifyRequest): string => normalizeIP(request.ip);

/** Whether log and audit trail keep a request's address: of signed-in people and attempts to sign in, not of guests or visitors. */
export function isAddressKept({ caller, method, routeOptions }: FastifyRequest): boolean {
  if (caller) return !caller.isGuest;
  const { url = '', config } = routeOptions;
  const isAttempt = config.access === 'public' && method !== 'GET' && url.startsWith('/api/');
  return isAttempt && !url.startsWith('/api/public/');
}

/** Returns the language that the words of a request are in: that of the screen where they were written. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language | undefined {
  return languages.find((language) => language === headers['content-language']);
}
