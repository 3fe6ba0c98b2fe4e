import { createDecipheriv } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Endpoint, Id, message, UploadKey, uploadMessage } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { hashSubmissionKey } from '../../crypto/digest.ts';
import { validation } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { RawFile, TempFiles } from '../temp-files.ts';
import { claimUploads, dropPieces, findUpload, releaseUploads, type UploadRow } from './upload.store.ts';

/** Ids of the uploads that a form names, and the key of encrypted ones. */
interface NamingForm {
  readonly uploads: readonly string[];
  readonly uploadKey: string | undefined;
}

/** Uploads that one request names in place of file parts. */
export type NamedUploads = ReturnType<typeof namedUploads>;

/** Submissions being filed: repeats wait, so that a small request cannot copy large files many times at once. */
const underWay = new Map<string, Promise<void>>();

export function namedUploads({ db, files, clock, log, keys }: Services, request: FastifyRequest) {
  const accountId = request.caller?.accountId ?? '';
  // A repeat of a submission has the same key, and gets the same uploads.
  const claim = hashSubmissionKey(keys, String(request.headers['idempotency-key'] ?? request.id));
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

  /** Joins the pieces of an upload; false if the same submission has filed it already. */
  async function join(row: UploadRow, path: string): Promise<boolean> {
    const decrypt = key && decrypting(row.id, key);
    for (const pieceKey of row.pieces) {
      const piece = await files.open(pieceKey);
      if (!piece) {
        // A repeat of this very request may have been faster.
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
    /** Claims the named uploads without reading their bytes. @throws AppError 400 for a missing, unfinished or used one. */
    async claim({ uploads: ids, uploadKey }: NamingForm, endpoint: Endpoint, tempFiles: TempFiles): Promise<RawFile[]> {
      const most = Object.values(endpoint.files ?? {}).reduce((sum, { maxCount }) => sum + maxCount, 0);
      if (ids.length > most) throw fault('tooMany');
      if (ids.length === 0) return [];
      if (uploadKey !== undefined && !UploadKey.safeParse(uploadKey).success)
        throw validation({ uploadKey: message.invalid });
      // A guest's pieces must not be stored unencrypted, with the camera's metadata: this client did so.
      if (request.caller?.isGuest && uploadKey === undefined) throw fault('plain');
      key = uploadKey === undefined ? undefined : Buffer.from(uploadKey, 'hex');
      await requireOwn(ids);
      return claimed.map(({ fileName, contentType: declaredType, length: size }) => {
        const declared = JSON.stringify([fileName, declaredType, size]);
        const path = tempFiles.newPath();
        return { ...partFor(endpoint, declaredType), path, fileName, declaredType, size, declared };
      });
    },
    /** Joins the claimed uploads' pieces, once an earlier request of the submission has ended. */
    async join(raw: readonly RawFile[]): Promise<RawFile[]> {
      if (raw.length === 0) return [];
      while (underWay.has(place)) await underWay.get(place);
      underWay.set(place, new Promise((resolve) => (end = resolve)));
      const joined: RawFile[] = [];
      for (const [index, file] of raw.entries())
        joined.push({ ...file, isFiled: !(await join(claimed[index]!, file.path)) });
      return joined;
    },
    /** Deletes the pieces once the request has filed them. */
    async settle(): Promise<void> {
      if (claimed.length === 0) return;
      for (const key of await dropPieces(db, idsOf(claimed), claim)) await files.delete(key);
    },
    /** Ends this request's claim. With `frees`, nothing was filed: another submission may name the uploads. */
    async release(frees: boolean): Promise<void> {
      if (claimed.length === 0) return;
      try {
        await releaseUploads(db, idsOf(claimed), claim, frees);
      } catch (reason) {
        log.warn({ err: reason }, 'uploads stay claimed');
      }
    },
    /** Unblocks a waiting repeat of the submission. */
    end(): void {
      if (!end) return;
      underWay.delete(place);
      end();
    },
  };
}

const idsOf = (rows: readonly UploadRow[]) => rows.map(({ id }) => id);

/** Returns the decryption of an upload's pieces, which have to come in order. */
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
