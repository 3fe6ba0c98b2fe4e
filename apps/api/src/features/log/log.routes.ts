import { Readable } from 'node:stream';
import { getLog, getReceipt, type LogState } from '@baraza/contract';
import * as tlog from '@baraza/transparency-log';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../http/errors.ts';
import { mount, mountDownload } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { logSigner, readGenuine, readLogKeys } from './log-key.ts';
import * as store from './log.store.ts';
import { silence } from './publish-checkpoint.ts';
import { makeReceipt } from './receipt.ts';

const options = { config: { access: 'public' as const } };
const text = 'text/plain; charset=utf-8';

/** Serves the log as tlog-tiles. Only `?log=` with its name is cached for long: after a restore a path can have other bytes. */
export function logRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.get('/log/checkpoint', options, async (_, reply) => {
    const checkpoint = await readGenuine(services);
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
      const place = tlog.parseTilePath(`tile/${request.params['*']}`);
      const checkpoint = await readGenuine(services);
      if (place === undefined || checkpoint === undefined) throw notFound();
      const { origin, size } = tlog.parseCheckpoint(checkpoint.published);
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

/** Mounts the calls for receipts and for the keys and witnesses of the log. */
export function logStateRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getLog, () => describeLog(services));

  mountDownload(app, services, getReceipt, async ({ params: { id }, query, caller }) => {
    const receipt = await makeReceipt(services, caller, { id, step: Number(query.step ?? 1) });
    if (receipt === undefined) return undefined;
    return { fileName: receipt.fileName, stream: Readable.from([receipt.proof]) };
  });
}

async function readTile(db: Database, { level, index, width }: tlog.TilePlace, size: number) {
  const from = index * tlog.tileWidth;
  if (from + width > Math.floor(size / tlog.tileWidth ** (level === 'entries' ? 0 : level))) return undefined;
  if (level !== 'entries') return Buffer.concat(await store.readHashes(db)(level, from, width));
  return tlog.formatEntries((await store.readEntries(db, from, width)).map(({ entry }) => entry));
}

/** Lists the public keys of the log by use: the present one, even before it has signed, then the others, newest first. */
async function listLogKeys(services: Services) {
  const [{ known }, signer] = await Promise.all([readLogKeys(services), logSigner(services)]);
  const of = (use: tlog.VerifierKey['use']) => known.filter(({ key }) => key.use === use);
  const verifierKey = tlog.formatVerifierKey(signer.key);
  const present = known.find((row) => row.verifierKey === verifierKey);
  const signing = of('log').filter((row) => row !== present);
  const first = present ?? { verifierKey, since: services.clock.now(), statement: null };
  return { signing: [first, ...signing], timing: of('cosigner') };
}

/** Describes the keys of the log and the state of each witness. */
async function describeLog(services: Services): Promise<LogState> {
  const { db, settings, clock } = services;
  const keys = settings.witnesses.map(({ key }) => key);
  const [{ signing, timing }, witnesses, alteredAt] = await Promise.all([
    listLogKeys(services),
    store.listWitnesses(db, keys),
    store.readAlteredAt(db),
  ]);
  const silentSince = new Date(clock.now().getTime() - silence);
  return {
    keys: signing.map(({ verifierKey, statement, since }) => ({ verifierKey, statement, since: since.toISOString() })),
    alteredAt: alteredAt?.toISOString() ?? null,
    timeKeys: timing.map(({ verifierKey }) => verifierKey),
    witnesses: settings.witnesses.map(({ key, address }) => {
      const row = witnesses.find(({ verifierKey }) => verifierKey === key);
      // The path of a witness may be secret.
      return { ...describeWitness(key, row, silentSince), address: new URL(address).origin };
    }),
  };
}

function describeWitness(verifierKey: string, row: store.WitnessRow | undefined, silentSince: Date) {
  const agreedAt = row?.agreedAt ?? null;
  const hasAgreed = agreedAt !== null && agreedAt >= silentSince;
  return {
    name: tlog.parseVerifierKey(verifierKey).name,
    verifierKey,
    agreedAt: agreedAt?.toISOString() ?? null,
    standing: row?.refusal ? 'refuses' : hasAgreed ? 'agrees' : 'silent',
  } as const;
}
