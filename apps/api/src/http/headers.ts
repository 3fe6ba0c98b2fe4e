import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Settings } from '../config/settings.ts';

/** Where browsers say what the policy stopped, below `/api`. */
export const policyReportPath = '/policy-report';

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // The sanitiser of the apps; nobody else makes HTML.
    trustedTypes: ['dompurify'],
    // The older way alone: every browser knows it, and the newer one would come beside it.
    reportUri: [`/api${policyReportPath}`],
  },
};

const options = {
  contentSecurityPolicy,
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
} satisfies HelmetOptions;

/** A file that a person sent: even opened by itself, it may do nothing. */
const filePolicy = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      imgSrc: ["'self'"],
      mediaSrc: ["'self'"],
      sandbox: [],
      frameAncestors: ["'none'"],
    },
  },
};

/** Asked for where people come by https alone: told over http it would lock them out of what they have. */
const hsts = { maxAge: 31_536_000, includeSubDomains: true };
const isSecure = ({ publicUrl }: Settings) => publicUrl.startsWith('https:');
const permissions = 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self)';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers what a person sent. */
    sent?: boolean;
  }
}

/**
 * Sets the security headers on every answer, refusals included. Helmet puts them together once, not for each request: they are
 * always the same.
 */
export async function registerHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const everywhere = { ...options, hsts: isSecure(settings) && hsts };
  const own = [...headersBy(everywhere), ...always];
  const ofFiles = [...headersBy({ ...everywhere, ...filePolicy }), ...always];
  app.addHook('onRequest', (request, reply, done) => {
    // Below Fastify, which forgets its own where an answer is written past it: a live line.
    for (const [name, value] of request.routeOptions.config.sent ? ofFiles : own) reply.raw.setHeader(name, value);
    // Unless the route knows better. Not by the address: `/%61pi/…` and `http://any/api/…` reach the calls as well.
    reply.header('cache-control', 'no-store');
    done();
  });
}

const always = [['permissions-policy', permissions]] as const;

function headersBy(asked: HelmetOptions): [name: string, value: string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(asked)(request, response, (fault) => {
    if (fault) throw fault;
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** For the answers that are given before Fastify runs any hook: to an address that cannot be read, to what is no HTTP. */
export function bareHeaders(settings: Settings): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    'referrer-policy': 'no-referrer',
    ...(isSecure(settings) && { 'strict-transport-security': `max-age=${hsts.maxAge}; includeSubDomains` }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  };
}
