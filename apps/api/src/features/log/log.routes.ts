import { formatEntries, parseCheckpoint, parseTilePath, type TilePlace, tileWidth } from '@baraza/transparency-log';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { listVerifierKeys, readCheckpoint, readEntries, readHashes } from './log.store.ts';

const options = { config: { access: 'public' as const }, schema: { hide: true } };
const text = 'text/plain; charset=utf-8';

/** Serves the log as tlog-tiles names it: what is full never changes. */
export function logRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/log/checkpoint', options, async (_, reply) => {
    const note = await readCheckpoint(db);
    if (note === undefined) throw notFound();
    return reply.type(text).header('cache-control', 'public, max-age=5').send(note);
  });

  app.get('/log/vkey', options, async (_, reply) => {
    const keys = await listVerifierKeys(db);
    return reply.type(text).send(keys.map(({ verifierKey }) => `${verifierKey}\n`).join(''));
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

/** Reads a tile as far as the published checkpoint reaches. */
async function readTile(db: Database, { level, index, width }: TilePlace): Promise<Uint8Array | undefined> {
  const note = await readCheckpoint(db);
  if (note === undefined) return undefined;
  const from = index * tileWidth;
  const published = Math.floor(parseCheckpoint(note).size / tileWidth ** (level === 'entries' ? 0 : level));
  if (from + width > published) return undefined;
  if (level !== 'entries') return Buffer.concat(await readHashes(db)(level, from, width));
  return formatEntries((await readEntries(db, from, width)).map(({ entry }) => entry));
}
