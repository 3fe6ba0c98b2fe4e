import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordAuditEventOnce, viewMilliseconds } from '../audit/audit.ts';
import { notFound } from '../http/errors.ts';
import { type FileRow, findReadableFile, signFile } from './file.store.ts';
import type { Services } from '../services.ts';
import { findProgram } from '../auth/program/program.store.ts';
import { servicesFor } from '../auth/session/request-actor.ts';
import { findSession } from '../auth/session/session.store.ts';
import { Id } from '@baraza/contract/core/fields';
import * as z from 'zod/mini';
import type { ByteRange } from './file-store.ts';

const Address = z.object({ id: z.string(), expires: z.string(), session: z.string(), signature: z.string() });

/** Serves a file at an address signed for a session and some minutes. `<img>` sends no token. */
export function fileRoutes(app: FastifyInstance, services: Services): void {
  app.get('/file/:id', { config: { access: 'public', sent: true } }, async (request, reply) => {
    const file = await permittedFile(request, services);
    const { preview } = request.query as { readonly preview?: string };
    if (preview !== undefined) return sendPreview(reply, file.preview);
    const etag = `"${file.sha256.toString('base64url')}"`;
    reply.header('etag', etag).header('accept-ranges', 'bytes');
    // Logos may be cached; what people sent must not stay in the cache of a shared computer.
    if (file.accountId === null) reply.header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type(file.contentType).header('content-disposition', disposition(file));
    const ifRange = request.headers['if-range'];
    const range = ifRange === undefined || ifRange === etag ? readRange(request.headers.range, file.size) : undefined;
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
    const opened = await services.files.open(file.storageKey, range);
    if (!opened) throw notFound();
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    reply.header('content-length', range ? range.end - range.start + 1 : file.size);
    return reply.send(opened.stream);
  });
}

function sendPreview(reply: FastifyReply, preview: Buffer | null) {
  if (!preview) throw notFound();
  return reply.type('image/webp').header('content-disposition', 'inline').send(preview);
}

async function permittedFile(request: FastifyRequest, all: Services) {
  const address = Address.safeParse({ ...(request.query as object), ...(request.params as object) });
  if (!address.success) throw notFound();
  const { id, expires, session, signature } = address.data;
  const hasIds = Id.safeParse(id).success && Id.safeParse(session).success;
  if (!hasIds || !sameText(signature, signFile(all, id, expires, session))) throw notFound();
  const now = all.clock.now();
  const isFresh = Number(expires) * 1000 > now.getTime();
  const caller = isFresh
    ? ((await findSession(all.db, session, now, all.settings.sessions)) ?? (await findProgram(all.db, session, now)))
    : undefined;
  request.caller = caller;
  const services = servicesFor(caller, all);
  const file = caller && (await findReadableFile(services.db, id, caller));
  if (!file) throw notFound();
  const isOfPeople = file.complaintId !== null || file.feedbackId !== null;
  if (caller.role !== 'citizen' && isOfPeople) await recordOpening(request, services, file);
  return file;
}

/** Requests within this time are one view, since players fetch films in parts. */
async function recordOpening(
  request: FastifyRequest,
  services: Services,
  { id, complaintId, kind }: Pick<FileRow, 'id' | 'complaintId' | 'kind'>,
) {
  const detail = { complaint: complaintId, kind };
  const entry = { action: 'file.opened', object: { kind: 'file', id }, detail } as const;
  await recordAuditEventOnce(services.db, services, request, entry, viewMilliseconds);
}

function sameText(text: string, expected: string): boolean {
  const [a, b] = [Buffer.from(text), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Builds Content-Disposition with an ASCII fallback (RFC 6266). */
function disposition({ fileName, kind }: Pick<FileRow, 'fileName' | 'kind'>): string {
  // Viewers of PDFs are programs of their own, which the policy does not bind.
  const use = kind === 'document' ? 'attachment' : 'inline';
  const plain = fileName.replaceAll(/[^\w.() -]/g, '_');
  return `${use}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll(/['()*]/g, escapeCharacter)}`;
}

const escapeCharacter = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Reads a Range header. Undefined, for none or one that cannot be read: send the whole file. */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return start <= end ? { start, end } : undefined;
}
