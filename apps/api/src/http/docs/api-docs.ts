import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type ApiDocument, renderApiDocs, styleAddress } from './api-docs-page.ts';
import { apiDocsStyle } from './api-docs-style.ts';
import { type AppPage, pageOf } from '../page/app-page.ts';
import type { Services } from '../../services.ts';

/** OpenAPI 3.1, made from the contract, at /api/openapi.json; to read at /api/docs. Register it before the routes. */
export async function registerDocumentation(app: FastifyInstance, { settings }: Services): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${settings.productName} API`,
        version: '1',
        description: 'Errors are { message, code, fields? }; the message is written for the person who reads it.',
      },
      servers: [{ url: settings.publicUrl }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  // It is whole once every route is there.
  let page: AppPage | undefined;
  const open = { config: { access: 'public' }, schema: { hide: true } } as const;
  for (const url of ['/api/docs', '/api/docs/'])
    app.get(url, open, (request, reply) =>
      (page ??= pageOf(renderApiDocs(app.swagger() as unknown as ApiDocument))).send(request, reply),
    );
  app.get(styleAddress, open, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(apiDocsStyle),
  );
  app.get('/api/openapi.json', open, async () => app.swagger());
}
