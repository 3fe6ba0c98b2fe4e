import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Services } from './services.ts';

/** The pages of the documentation bring styles along, and HTML that no trusted type made; scripts are ours alone. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** OpenAPI 3.1, made from the contract, at /api/openapi.json; to read and try at /api/docs. Register it before the routes. */
export async function registerDocumentation(app: FastifyInstance, { settings }: Services): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${settings.productName} API`,
        version: '1',
        description: 'Errors are `{ message, code, fields? }`; the message is written for the person who reads it.',
      },
      servers: [{ url: settings.publicUrl }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (docs) => {
    // The page names a copy of the document beside it, and its settings cannot say otherwise.
    docs.addHook('onSend', async ({ url }, _, payload) =>
      url.endsWith('/swagger-initializer.js') && typeof payload === 'string'
        ? payload.replace("resolveUrl('./json')", "'/api/openapi.json'")
        : payload,
    );
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      uiConfig: { persistAuthorization: false },
    });
  });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());
}
