import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { malformed } from './errors.ts';
import { policyReportPath } from './headers.ts';
import { readJsonBodies } from './input/json-body.ts';
import type { Services } from '../services.ts';

const mostBytes = 8 * 1024;
/** However many come: who reads the log learns that something is wrong, not how often each browser says so. */
const quiet = 60_000;

/** What a browser tells, as far as it is looked at. The page, what was on it and a sample of the text are left where they are. */
const Report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
});

const sources = [
  'default',
  'script',
  'style',
  'img',
  'media',
  'connect',
  'font',
  'object',
  'frame',
  'worker',
  'manifest',
];
const directives = new Set([
  ...sources.map((name) => `${name}-src`),
  ...['script', 'style'].flatMap((name) => [`${name}-src-elem`, `${name}-src-attr`]),
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
]);
/** What the standard says instead of an address. */
const kinds = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'trusted-types-policy',
  'trusted-types-sink',
]);

/**
 * Where browsers report what the content security policy stopped. Anybody may write here, so little is taken and less is kept:
 * which directive, and the origin that was asked for, counted, with one line in the log a minute.
 */
export function policyReportRoutes(app: FastifyInstance, { metrics, log, clock }: Services): void {
  let since = 0;
  let quieted = 0;
  // By itself, so that no other route takes this type.
  app.register(async (own) => {
    readJsonBodies(own, 'application/csp-report');
    own.post(
      policyReportPath,
      {
        config: { access: 'public' },
        schema: { hide: true },
        bodyLimit: mostBytes,
        onRequest: async (request) => own.limitReports(request),
      },
      async (request, reply) => {
        const read = Report.safeParse(request.body);
        if (!read.success) throw malformed('This is no report of a content security policy.');
        const report = read.data['csp-report'];
        const directive = directiveOf(report['effective-directive'] ?? report['violated-directive'] ?? '');
        metrics.policyReports.inc({ directive });
        const now = clock.now().getTime();
        if (Math.abs(now - since) < quiet) quieted += 1;
        else {
          log.warn(
            { directive, blocked: blockedBy(report['blocked-uri'] ?? ''), unsaid: quieted },
            'A browser reports that the content security policy stopped something.',
          );
          since = now;
          quieted = 0;
        }
        return reply.code(204).send();
      },
    );
  });
}

/** One of the few words there are; older browsers send what is allowed along with it. */
function directiveOf(text: string): string {
  const word = text.split(' ', 1)[0] ?? '';
  return directives.has(word) ? word : 'other';
}

/** Of an address the origin alone: a path may name a complaint, and a query hold anything. */
function blockedBy(text: string): string {
  if (kinds.has(text)) return text;
  if (!URL.canParse(text)) return 'other';
  const { protocol, host, origin } = new URL(text);
  return /^(https?|wss?):$/.test(protocol) && host.length <= 100 ? origin : 'other';
}
