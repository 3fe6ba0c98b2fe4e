import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import type { Metrics } from './metrics.ts';
import type { ReceivedFile } from '../files/uploads.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts each answer, by the route as it stands in the code: what a client puts into an address makes no new label. */
export function measureRequests(app: FastifyInstance, { requests, durations }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const method = methods.has(request.method) ? request.method : 'other';
    const route = routeOf(request, reply);
    requests.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    // A live line is open for hours, and that is no delay.
    if (!request.routeOptions.config.stream) durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

/** The route of a request as it stands in the code. */
export function routeOf(request: FastifyRequest, reply: FastifyReply): string {
  const { url } = request.routeOptions;
  if (!request.is404 && url !== undefined) return url;
  // An address inside an app is answered with the app, any other with 404.
  return reply.statusCode < 400 ? 'page' : 'unknown';
}

/** Counts the files of a form that was read, or why they were refused. */
export async function measureUploads<T extends { files: Readonly<Record<string, readonly ReceivedFile[]>> }>(
  { uploads, uploadBytes, uploadsRefused }: Metrics,
  reading: Promise<T>,
): Promise<T> {
  try {
    const input = await reading;
    for (const { kind, size } of Object.values(input.files).flat()) {
      uploads.inc({ kind });
      uploadBytes.inc({ kind }, size);
    }
    return input;
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('FILE_')) uploadsRefused.inc({ reason: error.code });
    throw error;
  }
}
