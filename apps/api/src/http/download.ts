import type { Readable } from 'node:stream';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { type Context, mountRoute } from './mount.ts';
import type { Services } from '../services.ts';

/** A file that is made while it is sent. */
export interface Download {
  /** Of plain letters, digits, dots and hyphens. */
  readonly fileName: string;
  readonly stream: Readable;
}

/** Mounts a download. A handler returns undefined while the file is not there yet: 202. A late error breaks the connection off. */
export function mountDownload<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E & Required<Pick<Endpoint, 'download'>>,
  handler: (context: Context<E>) => Promise<Download | undefined>,
): void {
  mountRoute<E>(app, services, endpoint, async (context) => {
    const made = await handler(context);
    if (made === undefined) return void context.reply.code(202).header('retry-after', 5).send();
    const { fileName, stream } = made;
    const type = endpoint.download.startsWith('text/') ? `${endpoint.download}; charset=utf-8` : endpoint.download;
    context.reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`);
    void context.reply.send(stream);
  });
}
