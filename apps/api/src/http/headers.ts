import { pagePolicy } from '@baraza/contract/core/page-policy';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/settings.ts';

/** A file that a person sent: even opened by itself, it may do nothing. */
const filePolicy = "default-src 'none';img-src 'self';media-src 'self';sandbox;frame-ancestors 'none'";

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves a file that a person sent. */
    sent?: boolean;
    /** Serves open data: any page may read it. */
    open?: boolean;
  }
}

/** Options of a public address that answers HEAD too (RFC 9110, 9.3.2). */
export const publicAddress = { config: { access: 'public' as const }, exposeHeadRoute: true };

/** Options of an open-data address, which pages of other sites may read. */
export const openData = { ...publicAddress, config: { access: 'public' as const, open: true } };

/** Parts of a page, which follow its policy: repeating that for each would cost a slow line seconds. */
const parts = new Set<unknown>(['script', 'style', 'font', 'image']);
const partPolicy = "default-src 'none'";

/** Sends the security headers with every reply, refusals included. */
export function registerHeaders(app: FastifyInstance, settings: Settings): void {
  const ofPages = Object.entries(securityHeaders(settings, pagePolicy));
  const ofFiles = Object.entries(securityHeaders(settings, filePolicy));
  const ofParts = Object.entries(securityHeaders(settings, partPolicy));
  app.addHook('onRequest', async (request, reply) => {
    const ofThis = parts.has(request.headers['sec-fetch-dest']) ? ofParts : ofPages;
    // Set below Fastify, which drops its own headers when a reply bypasses it, as event streams do.
    const { sent, open } = request.routeOptions.config;
    for (const [name, value] of sent ? ofFiles : ofThis) reply.raw.setHeader(name, value);
    if (open) reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    // A default that routes override. Not decided by the address: `/%61pi/…` and `http://any/api/…` reach the calls as well.
    reply.header('cache-control', 'no-store');
  });
}

/** Returns headers for replies that Fastify sends before any hook, as to an unreadable address. */
export function bareHeaders(settings: Settings): Record<string, string> {
  return { ...securityHeaders(settings, "default-src 'none';frame-ancestors 'none'"), 'cache-control': 'no-store' };
}

function securityHeaders({ publicUrl }: Settings, policy: string): Record<string, string> {
  // Sent over http, the header would lock people out of an installation without https.
  const isSecure = publicUrl.startsWith('https:');
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(self), payment=(), usb=(), microphone=(self)',
    'referrer-policy': 'no-referrer',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
