import { reauthMinutes } from '@baraza/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { escapeHtml } from '../../texts/html.ts';
import { openData, publicAddress } from '../headers.ts';
import { describeCalls } from './describe-calls.ts';
import { errorPage } from '../error-handler.ts';
import { requireNoQuery } from '../input/schema-input.ts';
import { writeErrorPage } from './error-page.ts';

/** Swagger UI sets styles and HTML by script, which the policy of the apps forbids; it reaches nothing but this server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const description = `Errors are { message, code, fields? } (codes: ${errorPage}); the message is written for the person who reads it. Programs without the scope
that a call names, or without complaint:act where they act, get SCOPE_MISSING. A password is fresh for ${reauthMinutes} minutes; after that the answer is REAUTH_REQUIRED.`;

/** Serves OpenAPI 3.1, made from the contract, at /api/openapi.json, and shows it at /api/docs. Register it before the routes. */
export async function registerDocumentation(app: FastifyInstance, { settings }: Services): Promise<void> {
  const about = {
    openapi: '3.1.0',
    info: { title: `${settings.productName} API`, version: '1', description },
    servers: [{ url: settings.publicUrl }],
    security: [{ session: [] }],
  };
  const securitySchemes = { session: { type: 'http', scheme: 'bearer' } };
  await app.register(swagger, {
    transformObject: () => {
      const { paths, components } = describeCalls();
      return { ...about, paths, components: { securitySchemes, ...components } };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: { title: escapeHtml(`${settings.productName} API`) },
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'none', filter: true },
  });
  app.get(errorPage, publicAddress, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(writeErrorPage(settings.productName)),
  );
  app.get('/api/openapi.json', { ...openData, onRequest: requireNoQuery }, async () => app.swagger());
}
