import { formatEntries, parseCheckpoint, parseTilePath, type TilePlace, tileWidth } from '@baraza/transparency-log';
import { Readable } from 'node:stream';
import { getLog, getReceipt } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../http/errors.ts';
import { mountDownload } from '../../http/download.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { describeLog, listLogKeys } from './describe-log.ts';
import { readEntries, readHashes, readPublished } from './log.store.ts';
import { makeReceipt } from './receipt.ts';

const options = { config: { access: 'public' as const }, schema: { hide: true } };
const text = 'text/plain; charset=utf-8';

/**
 * Serves the log as tlog-tiles names it. A tile never changes under one name of the log: whoever asks with `?log=` and that name
 * may keep it. After a restore the same path can hold other bytes.
 */
export function logRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.get('/log/checkpoint', options, async (_, reply) => {
    const checkpoint = await readPublished(db);
    if (checkpoint === undefined) throw notFound();
    return reply.type(text).header('cache-control', 'public, max-age=5').send(checkpoint.published);
  });

  app.get('/log/vkey', options, async (_, reply) => {
    const { signing } = await listLogKeys(services);
    return reply.type(text).send(signing.map(({ verifierKey }) => `${verifierKey}\n`).join(''));
  });

  app.get<{ Params: { '*': string }; Querystring: { log?: unknown } }>(
    '/log/tile/*',
    options,
    async (request, reply) => {
      const place = parseTilePath(`tile/${request.params['*']}`);
      const checkpoint = await readPublished(db);
      if (place === undefined || checkpoint === undefined) throw notFound();
      const { origin, size } = parseCheckpoint(checkpoint.published);
      const bytes = await readTile(db, place, size);
      if (bytes === undefined) throw notFound();
      const isNamed = request.query.log === origin;
      return reply
        .type('application/octet-stream')
        .header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
        .send(Buffer.from(bytes));
    },
  );
}

/** Mounts the calls for receipts, and for what a verifier needs to trust a checkpoint. */
export function logStateRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getLog, () => describeLog(services));

  mountDownload(app, services, getReceipt, async ({ params: { id }, query, caller }) => {
    const receipt = await makeReceipt(services, caller, { id, step: Number(query.step ?? 1) });
    if (receipt === undefined) return undefined;
    return { fileName: receipt.fileName, stream: Readable.from([receipt.proof]) };
  });
}

async function readTile(
  db: Database,
  { level, index, width }: TilePlace,
  size: number,
): Promise<Uint8Array | undefined> {
  const from = index * tileWidth;
  if (from + width > Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level))) return undefined;
  if (level !== 'entries') return Buffer.concat(await readHashes(db)(level, from, width));
  return formatEntries((await readEntries(db, from, width)).map(({ entry }) => entry));
}
