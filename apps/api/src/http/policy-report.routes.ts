import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { malformed } from './errors.ts';
import { policyReportPath } from './headers.ts';
import { readJsonBodies } from './input/json-body.ts';
import type { Services } from '../services.ts';

const mostBytes = 8 * 1024;
/** Milliseconds between lines in the log: who reads it learns that something is wrong, not how often each browser says so. */
const pause = 60_000;

/** What a browser tells, as far as it is kept. A path may name a complaint, and a sample hold anything. */
const Report = z.object({
  'csp-report': z.object({
    // Older browsers send what is allowed along with it.
    'violated-directive': z
      .string()
      .regex(/^[a-z-]{1,30}(?= |$)/)
      .transform((text) => text.split(' ', 1)[0])
      .catch('other'),
    'blocked-uri': z.string().default(''),
  }),
});

/** Mounts the call where browsers report what the content security policy stopped: counted, with one line in the log a minute. */
export function policyReportRoutes(app: FastifyInstance, { metrics, log, clock }: Services): void {
  let saidAt = -Infinity;
  // By itself, so that no other route takes this type.
  app.register(async (own) => {
    readJsonBodies(own, 'application/csp-report');
    const options = { config: { access: 'public' as const }, schema: { hide: true }, bodyLimit: mostBytes };
    own.post(policyReportPath, { ...options, onRequest: own.limitReports }, async (request, reply) => {
      const read = Report.safeParse(request.body);
      if (!read.success) throw malformed('This is no report of a content security policy.');
      metrics.policyReports.inc();
      const now = clock.now().getTime();
      if (now - saidAt >= pause) {
        saidAt = now;
        const { 'violated-directive': directive, 'blocked-uri': uri } = read.data['csp-report'];
        const blocked = originOf(uri);
        log.warn({ directive, blocked }, 'A browser reports that the content security policy stopped something.');
      }
      return reply.code(204).send();
    });
  });
}

/** The origin of an address, or the standard's keyword such as `inline`. */
function originOf(uri: string): string {
  if (/^(inline|eval|wasm-eval|self|data|blob|trusted-types-policy|trusted-types-sink)$/.test(uri)) return uri;
  const isAddress = /^(https?|wss?):/.test(uri) && URL.canParse(uri);
  return isAddress ? new URL(uri).origin.slice(0, 100) : 'other';
}
