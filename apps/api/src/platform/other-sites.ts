import type { FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';

/**
 * Refuses what the page of another site makes a browser send. It cannot add a token, but a form there could register
 * somebody with words of its own, and leave this browser with the cookie that confirms them. Browsers say where a request
 * comes from, and no page can change that; other clients say nothing.
 */
export function refuseOtherSites({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (method !== 'GET' && method !== 'HEAD' && (site === 'cross-site' || site === 'same-site')) throw forbidden();
}
