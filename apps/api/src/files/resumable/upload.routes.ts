import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import * as contract from '@baraza/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, conflict, notFound, validation } from '../../http/errors.ts';
import { mountRoute } from '../../http/mount.ts';
import { networkOf } from '../../http/network.ts';
import { useNetworkThrottle } from '../../limits/network-throttle.ts';
import type { Services } from '../../services.ts';
import { createTempFiles, requireRoom } from '../temp-files.ts';
import { appendPiece, findUpload as findRow, insertUpload, type UploadRow } from './upload.store.ts';

/** Limit of pieces of one file, each the result of a broken connection. */
const mostPieces = 1_000;

/** Serves resumable uploads: tus 1.0 with creation and expiration. */
export async function uploadRoutes(app: FastifyInstance, all: Services): Promise<void> {
  // The bytes are streamed, never held in memory.
  app.addContentTypeParser('application/offset+octet-stream', (_request, body, done) => done(null, body));
  app.addHook('onSend', async (_request, reply) => void reply.header('tus-resumable', contract.tusVersion));

  app.options('/upload', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .code(204)
      .header('tus-version', contract.tusVersion)
      .header('tus-extension', 'creation,expiration')
      .header('tus-max-size', contract.limit.mediaBytes)
      .send(),
  );

  mountRoute(app, all, contract.createUpload, async ({ headers, caller, request, reply, services }) => {
    requireVersion(headers);
    const length = Number(headers['upload-length']);
    if (length === 0) throw validation({ 'upload-length': contract.fileMessage.empty });
    if (length > contract.limit.mediaBytes) throw new AppError('FILE_TOO_LARGE', contract.message.mediaTooLarge);
    await requireRoom(services.settings.dataDir);
    const id = crypto.randomUUID();
    const now = services.clock.now();
    const row = { id, citizenId: caller.accountId, length, createdAt: now, expiresAt: expiry(now) };
    const { fileName, contentType } = readMetadata(headers['upload-metadata']);
    // The file's name may identify a guest.
    const named = { ...row, fileName: caller.isGuest ? 'file' : fileName, contentType };
    if (caller.isGuest) {
      const use = { use: 'guest upload', network: networkOf(request), amount: Math.ceil(length / 1_000_000) };
      await useNetworkThrottle(all.db, services.rates.guestUploads, use, now);
    }
    await insertUpload(services.db, named, services.settings.daily);
    void tell(reply, { ...row, received: 0 })
      .code(201)
      .header('location', `/api/upload/${id}`)
      .send({ id });
  });

  mountRoute(app, all, contract.findUpload, async ({ headers, params, caller, reply, services }) => {
    requireVersion(headers);
    const row = await requireUpload(services, caller.accountId, params.id);
    void tell(reply, row).code(204).header('upload-length', row.length).header('cache-control', 'no-store').send();
  });

  mountRoute(app, all, contract.continueUpload, async ({ headers, params, caller, request, reply, services }) => {
    requireVersion(headers);
    if (request.headers['content-type'] !== 'application/offset+octet-stream')
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send this as application/offset+octet-stream.');
    const row = await requireUpload(services, caller.accountId, params.id);
    if (Number(headers['upload-offset']) !== row.received) throw conflict(contract.uploadMessage.elsewhere);
    const left = row.length - row.received;
    if (Number(request.headers['content-length'] ?? 0) > left)
      throw new AppError('PAYLOAD_TOO_LARGE', contract.uploadMessage.beyond);
    if (row.pieces.length >= mostPieces) throw conflict(contract.uploadMessage.pieces);
    const kept = await keepPiece(services, row, request.body as Readable | undefined, left);
    void tell(reply, kept).code(204).send();
  });
}

const expiry = (now: Date) => new Date(now.getTime() + contract.uploadHours * 3_600_000);

function tell(reply: FastifyReply, { received, expiresAt }: Pick<UploadRow, 'received' | 'expiresAt'>): FastifyReply {
  return reply.header('upload-offset', received).header('upload-expires', expiresAt.toUTCString());
}

function requireVersion(headers: { readonly 'tus-resumable'?: string | undefined }): void {
  if (headers['tus-resumable'] !== contract.tusVersion)
    throw new AppError('VERSION_UNSUPPORTED', contract.uploadMessage.version);
}

async function requireUpload({ db, clock }: Services, accountId: string, id: string): Promise<UploadRow> {
  const row = await findRow(db, accountId, id, clock.now());
  if (!row) throw notFound();
  return row;
}

/** Reads `filename dGhlIG5hbWU=,filetype …`. @throws AppError where that is not text. */
function readMetadata(header = ''): Pick<UploadRow, 'fileName' | 'contentType'> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' ', 2));
  const values = Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  );
  const [fileName, contentType] = [values['filename'] || 'file', values['filetype'] ?? ''];
  if ([fileName, contentType].some((text) => text.includes('\0') || text.length > 500))
    throw validation({ 'upload-metadata': contract.message.invalid });
  return { fileName, contentType };
}

/** Stores the received bytes as one piece, even if the connection breaks. Returns the new offset. */
async function keepPiece(services: Services, row: UploadRow, body: Readable | undefined, left: number) {
  const { db, files, clock, settings } = services;
  await using tempFiles = createTempFiles(settings.dataDir);
  await tempFiles.requireRoom();
  const path = tempFiles.newPath();
  const size = await writePart(path, body, left);
  if (size === 0) return row;
  const key = await files.put(path, { contentType: 'application/octet-stream' });
  const expiresAt = expiry(clock.now());
  if (await appendPiece(db, row, { key, size, expiresAt })) return { received: row.received + size, expiresAt };
  await files.delete(key);
  throw conflict(contract.uploadMessage.elsewhere);
}

async function writePart(path: string, body: Readable | undefined, left: number): Promise<number> {
  await using file = await open(path, 'wx', 0o600);
  let size = 0;
  for await (const chunk of untilItBreaks(body)) {
    size += chunk.length;
    if (size > left) throw new AppError('PAYLOAD_TOO_LARGE', contract.uploadMessage.beyond);
    await file.writeFile(chunk);
  }
  return size;
}

/** Yields bytes until the client has sent all or is gone. */
async function* untilItBreaks(body: Readable | undefined): AsyncGenerator<Buffer> {
  try {
    // Not destroyed with the loop, so that the client receives the reply.
    if (body) yield* body.iterator({ destroyOnReturn: false });
  } catch {
    // The bytes received so far are kept.
  }
}
