import { createDecipheriv } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Endpoint, Id, message, UploadKey, uploadMessage } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { validation } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { RawFile, TempFiles } from '../temp-files.ts';
import { claimUploads, dropPieces, findUpload, releaseUploads, type UploadRow } from './upload.store.ts';

/** What a form says of its uploads: their ids, and the key of those that came encrypted. */
interface NamingForm {
  readonly uploads: readonly string[];
  readonly uploadKey: string | undefined;
}

/** The uploads that one request names in place of file parts. */
export type NamedUploads = ReturnType<typeof namedUploads>;

/** Submissions with uploads that are not through: a small request must not copy large files many times at once. */
const underWay = new Map<string, Promise<void>>();

export function namedUploads({ db, files, clock, log }: Services, request: FastifyRequest) {
  const accountId = request.caller?.accountId ?? '';
  // A repeat of a submission has the same key, and gets the same uploads.
  const claim = String(request.headers['idempotency-key'] ?? request.id);
  const place = `${accountId} ${claim}`;
  let claimed: readonly UploadRow[] = [];
  let key: Buffer | undefined;
  let end: (() => void) | undefined;

  async function requireOwn(ids: readonly string[]): Promise<void> {
    if (new Set(ids).size < ids.length) throw fault('twice');
    const known = ids.filter((id) => Id.safeParse(id).success);
    const rows = await claimUploads(db, accountId, known, claim, clock.now());
    claimed = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    for (const id of ids) {
      if (claimed.some((row) => row.id === id)) continue;
      const row = known.includes(id) ? await findUpload(db, accountId, id, clock.now()) : undefined;
      throw fault(row === undefined ? 'missing' : row.received < row.length ? 'unfinished' : 'used');
    }
  }

  /** Puts an upload together; false where the same submission has filed it before. */
  async function join(row: UploadRow, path: string): Promise<boolean> {
    const decrypt = key && decrypting(row.id, key);
    for (const pieceKey of row.pieces) {
      const piece = await files.open(pieceKey);
      if (!piece) {
        // Perhaps a repeat of this very request was faster.
        const now = await findUpload(db, accountId, row.id, clock.now());
        if (now?.pieces.length !== 0 || now.claimedBy !== claim) throw fault('missing');
        return false;
      }
      const target = createWriteStream(path, { flags: 'a', mode: 0o600 });
      await pipeline(decrypt ? decrypt(piece.stream) : piece.stream, target);
    }
    return row.pieces.length > 0;
  }

  return {
    /** Claims them, without their bytes yet. @throws AppError 400 for what is missing, unfinished or used. */
    async claim({ uploads: ids, uploadKey }: NamingForm, endpoint: Endpoint, tempFiles: TempFiles): Promise<RawFile[]> {
      const most = Object.values(endpoint.files ?? {}).reduce((sum, { maxCount }) => sum + maxCount, 0);
      if (ids.length > most) throw fault('tooMany');
      if (ids.length === 0) return [];
      if (uploadKey !== undefined && !UploadKey.safeParse(uploadKey).success)
        throw validation({ uploadKey: message.invalid });
      // Their pieces must not lie here as the camera wrote them: a program that sends such files gets no further.
      if (request.caller?.isGuest && uploadKey === undefined) throw fault('plain');
      key = uploadKey === undefined ? undefined : Buffer.from(uploadKey, 'hex');
      await requireOwn(ids);
      return claimed.map(({ fileName, contentType: declaredType, length: size }) => {
        const declared = JSON.stringify([fileName, declaredType, size]);
        const path = tempFiles.newPath();
        return { ...partFor(endpoint, declaredType), path, fileName, declaredType, size, declared };
      });
    },
    /** Puts the bytes of what was claimed together, once the same submission is through. */
    async join(raw: readonly RawFile[]): Promise<RawFile[]> {
      if (raw.length === 0) return [];
      while (underWay.has(place)) await underWay.get(place);
      underWay.set(place, new Promise((resolve) => (end = resolve)));
      const joined: RawFile[] = [];
      for (const [index, file] of raw.entries())
        joined.push({ ...file, isFiled: !(await join(claimed[index]!, file.path)) });
      return joined;
    },
    /** Deletes their bytes as they came, once the request has filed them. */
    async settle(): Promise<void> {
      if (claimed.length === 0) return;
      for (const key of await dropPieces(db, accountId, claim)) await files.delete(key);
    },
    async release(): Promise<void> {
      if (claimed.length === 0) return;
      try {
        await releaseUploads(db, accountId, claim);
      } catch (reason) {
        log.warn({ err: reason }, 'uploads stay claimed');
      }
    },
    /** Lets a repeat of the submission go on. */
    end(): void {
      if (!end) return;
      underWay.delete(place);
      end();
    },
  };
}

/** Makes what decrypts the pieces of an upload, which come in order. */
function decrypting(id: string, key: Buffer) {
  const counter = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, 8), Buffer.alloc(8)]);
  const decipher = createDecipheriv('aes-256-ctr', key, counter);
  return async function* decrypt(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) yield decipher.update(chunk);
  };
}

const fault = (reason: keyof typeof uploadMessage) => validation({ uploads: uploadMessage[reason] });

function partFor({ files = {} }: Endpoint, type: string): Pick<RawFile, 'field' | 'rule'> {
  const parts = Object.entries(files);
  const [field, rule] =
    parts.find(([, { kind }]) => (kind === 'audio') === type.startsWith('audio/')) ?? parts[0] ?? [];
  if (field === undefined || rule === undefined) throw fault('missing');
  return { field, rule };
}
