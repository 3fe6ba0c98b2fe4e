import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

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
} satisfies FastifyHelmetOptions;

/** A file that a person sent: even opened by itself, it may do nothing. */
export const filePolicy = {
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

/** Sets the security headers on every answer, refusals included. */
export async function registerHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(helmet, { ...options, hsts: isSecure(settings) && hsts });
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', permissions);
    // Unless the route knows better. Not by the address: `/%61pi/…` and `http://any/api/…` reach the calls as well.
    reply.header('cache-control', 'no-store');
  });
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
