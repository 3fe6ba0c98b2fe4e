import { findArea, getAreaOutline, listAreas as listAreasEndpoint } from '@baraza/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { accepts } from '../../../http/page/accepts.ts';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { findAreaAt, listAreas, readOutlineOfAreas } from '../../reference/area.store.ts';
import { outlineCompression } from './read-outline.ts';

const brotli = promisify(brotliCompress);

/** Mounts the areas to choose from, by name and by place. */
export function areaRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listAreasEndpoint, ({ services }) => listAreas(services.db));

  void app.register(async (scope) => {
    scope.addHook('onSend', compressReply);
    mount(scope, all, getAreaOutline, ({ services, reply }) => {
      reply.header('cache-control', 'public, max-age=3600');
      return readOutlineOfAreas(services.db);
    });
  });

  mount(app, all, findArea, async ({ services, body }) => {
    const code = await findAreaAt(services.db, { lat: Number(body.lat), lon: Number(body.lon) });
    return { code };
  });
}

/** Compresses a public reply. Do not use it for private ones: their compressed size could reveal their content. */
async function compressReply(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  reply.header('vary', 'accept-encoding');
  if (!Buffer.isBuffer(body) || !accepts(request.headers['accept-encoding'], 'br')) return body;
  reply.header('content-encoding', 'br');
  return brotli(body, outlineCompression);
}
