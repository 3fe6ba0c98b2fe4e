import { pagePolicy } from '@baraza/contract/core/page-policy';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/settings.ts';

/** A file that a person sent: even opened by itself, it may do nothing. */
const filePolicy = "default-src 'none';img-src 'self';media-src 'self';sandbox;frame-ancestors 'none'";

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves a file that a person sent. */
    sent?: boolean;
  }
}

/** Sends the security headers with every reply, refusals included. */
export function registerHeaders(app: FastifyInstance, settings: Settings): void {
  const ofPages = Object.entries(securityHeaders(settings, pagePolicy));
  const ofFiles = Object.entries(securityHeaders(settings, filePolicy));
  app.addHook('onRequest', async (request, reply) => {
    // Set below Fastify, which drops its own headers when a reply bypasses it, as event streams do.
    for (const [name, value] of request.routeOptions.config.sent ? ofFiles : ofPages) reply.raw.setHeader(name, value);
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
