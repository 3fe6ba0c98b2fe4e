import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Endpoint, Id, uploadMessage } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, validation } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { TempFiles } from '../temp-files.ts';
import type { RawFile, ReceivedFile } from '../uploads.ts';
import { claimUploads, findUpload, markFiled, releaseUploads, type UploadRow } from './upload.store.ts';

/** The uploads that one request names in place of file parts. */
export interface NamedUploads {
  /** Claims them and puts them together. @throws AppError 400 for what is missing, unfinished or used. */
  read(ids: readonly string[], endpoint: Endpoint, scratch: TempFiles): Promise<RawFile[]>;
  /** Notes that the request took them: their bytes as they came are deleted. */
  settle(files: readonly ReceivedFile[]): Promise<void>;
  /** Gives them back where the request was refused. */
  release(error: unknown): Promise<void>;
}

export function namedUploads({ db, files, clock, log }: Services, request: FastifyRequest): NamedUploads {
  const accountId = request.caller?.accountId ?? '';
  // A repeat of a submission has the same key, and gets the same uploads.
  const claim = String(request.headers['idempotency-key'] ?? request.id);
  let claimed: readonly UploadRow[] = [];

  async function take(ids: readonly string[]): Promise<void> {
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

  async function join(row: UploadRow, path: string): Promise<UploadRow['filed']> {
    for (const key of row.pieces) {
      const piece = await files.open(key);
      if (piece) await pipeline(piece.stream, createWriteStream(path, { flags: 'a', mode: 0o600 }));
      else {
        // Perhaps a repeat of this very request was faster.
        const now = await findUpload(db, accountId, row.id, clock.now());
        if (!now?.filed) throw fault('missing');
        return now.filed;
      }
    }
    return row.filed;
  }

  return {
    async read(ids, endpoint, scratch) {
      if (ids.length === 0) return [];
      await take(ids);
      const raw: RawFile[] = [];
      for (const row of claimed) {
        const path = scratch.newPath();
        const filed = await join(row, path);
        const { fileName, contentType: declaredType, length: size, id: uploadId } = row;
        const earlier = filed && { ...filed, sha256: Buffer.from(filed.sha256, 'hex'), tempPath: path };
        raw.push({ ...partFor(endpoint, declaredType), path, fileName, declaredType, size, uploadId, earlier });
      }
      return raw;
    },
    async settle(taken) {
      for (const { uploadId, fileName, kind, contentType, size, seconds, sha256 } of taken) {
        const row = claimed.find(({ id }) => id === uploadId);
        if (!row || row.filed) continue;
        await markFiled(db, row.id, { fileName, kind, contentType, size, seconds, sha256: sha256.toString('hex') });
        for (const key of row.pieces) await files.delete(key);
      }
    },
    async release(error) {
      if (claimed.length === 0 || !(error instanceof AppError) || error.status >= 500) return;
      try {
        await releaseUploads(db, accountId, claim);
      } catch (reason) {
        log.warn({ err: reason }, 'uploads stay claimed');
      }
    },
  };
}

const fault = (reason: keyof typeof uploadMessage) => validation({ uploads: uploadMessage[reason] });

/** The part of the form that a file of this type belongs to. */
function partFor({ files = {} }: Endpoint, type: string): Pick<RawFile, 'field' | 'rule'> {
  const parts = Object.entries(files);
  const [field, rule] =
    parts.find(([, { kind }]) => (kind === 'audio') === type.startsWith('audio/')) ?? parts[0] ?? [];
  if (field === undefined || rule === undefined) throw fault('missing');
  return { field, rule };
}
