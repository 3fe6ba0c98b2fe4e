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

/** Serves the log as tlog-tiles names it: what is full never changes. */
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

  app.get<{ Params: { '*': string } }>('/log/tile/*', options, async ({ params }, reply) => {
    const place = parseTilePath(`tile/${params['*']}`);
    const bytes = place && (await readTile(db, place));
    if (bytes === undefined) throw notFound();
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(bytes));
  });
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

/** Reads a tile as far as the published checkpoint reaches. */
async function readTile(db: Database, { level, index, width }: TilePlace): Promise<Uint8Array | undefined> {
  const checkpoint = await readPublished(db);
  if (checkpoint === undefined) return undefined;
  const from = index * tileWidth;
  const published = Math.floor(
    parseCheckpoint(checkpoint.published).size / tileWidth ** (level === 'entries' ? 0 : level),
  );
  if (from + width > published) return undefined;
  if (level !== 'entries') return Buffer.concat(await readHashes(db)(level, from, width));
  return formatEntries((await readEntries(db, from, width)).map(({ entry }) => entry));
}
