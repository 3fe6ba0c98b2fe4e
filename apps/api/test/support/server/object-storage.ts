import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signatureFault } from './aws-signature.ts';

/** Part of S3 that the server uses, in memory, with one bucket; refuses requests not signed with its key. */
export interface ObjectStorage {
  /** Stored objects by `bucket/key`. */
  readonly objects: Map<string, Buffer>;
  /** `s3://bucket/folder?…` */
  url(folder: string): string;
  /** Makes it fail or work again: it replies 503, cuts each connection, or never replies. */
  away(is: boolean | 'cut' | 'mute'): void;
  /** Refuses writes, or accepts them again. */
  readOnly(is: boolean): void;
  close(): void;
}

const accessKey = { id: 'key-id', secret: 'key' };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Starts an object storage, and sets the credentials of this process to its own. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let isAway: boolean | 'cut' | 'mute' = false;
  let isReadOnly = false;
  // A killed client leaves half a request.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://s3');
    const key = decodeURIComponent(url.pathname).slice(1);
    const ask = url.searchParams;
    if (isAway === 'mute') return void request.resume();
    if (isAway === 'cut') return void request.socket.destroy();
    if (isAway) return void response.writeHead(503).end();
    const body = await buffer(request);
    const fault = signatureFault(request, body, accessKey);
    if (fault) return void response.writeHead(403).end(`<Error><Code>${fault}</Code></Error>`);
    if (!/^bucket(\/|$)/u.test(key))
      return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    if (isReadOnly && request.method !== 'GET')
      return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    if (request.method === 'GET' && ask.has('list-type')) return void response.end(list(objects, key, ask));
    if (request.method === 'POST' && ask.has('uploads')) {
      const id = crypto.randomUUID();
      uploads.set(id, new Map());
      return void response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const upload = uploads.get(ask.get('uploadId') ?? '');
    if (request.method === 'POST') {
      const parts = [...(upload ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(key, Buffer.concat(parts));
      uploads.delete(ask.get('uploadId') ?? '');
      return void response.end('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>');
    }
    const copied = request.headers['x-amz-copy-source'];
    if (copied !== undefined) {
      const bytes = objects.get(decodeURIComponent(String(copied)).replace(/^\//u, ''));
      if (!bytes) return sendObject(undefined, request, response);
      objects.set(key, bytes);
      return void response.end('<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>');
    }
    if (request.method === 'PUT') {
      if (upload) upload.set(Number(ask.get('partNumber')), body);
      else objects.set(key, body);
      return void response.setHeader('etag', '"e"').end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    sendObject(objects.get(key), request, response);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKey.id, AWS_SECRET_ACCESS_KEY: accessKey.secret });
  return {
    objects,
    url: (folder) => `s3://bucket/${folder}?region=eu-west-1&endpoint=http://127.0.0.1:${port}`,
    away: (is) => void (isAway = is),
    readOnly: (is) => void (isReadOnly = is),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Lists in small pages, so that a client that reads only the first is noticed. */
function list(objects: ReadonlyMap<string, Buffer>, path: string, ask: URLSearchParams): string {
  const bucket = `${path.replace(/\/$/u, '')}/`;
  const prefix = ask.get('prefix') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(bucket + prefix))
    .map((key) => key.slice(bucket.length));
  const entries = new Set(keys.map((key) => cut(key, prefix, ask.get('delimiter'))));
  const sorted = [...entries].toSorted();
  const from = sorted.findIndex((entry) => entry > (ask.get('continuation-token') ?? ''));
  const page = from < 0 ? [] : sorted.slice(from, from + 5);
  const more = from >= 0 && from + 5 < sorted.length;
  const items = page.map((entry) =>
    ask.get('delimiter') !== null && entry.endsWith('/')
      ? `<CommonPrefixes><Prefix>${escaped(entry)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${escaped(entry)}</Key><LastModified>2020-01-01T00:00:00Z</LastModified></Contents>`,
  );
  const next = more ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.join('')}</ListBucketResult>`;
}

/** Cuts a key after the delimiter, so that a folder is one entry. */
function cut(key: string, prefix: string, delimiter: string | null): string {
  const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
  return end < 0 ? key : key.slice(0, end + 1);
}

function sendObject(found: Buffer | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
  if (start === undefined) return void response.setHeader('content-length', found.length).end(found);
  const part = found.subarray(Number(start), Number(end) + 1);
  const range = `bytes ${start}-${end}/${found.length}`;
  response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part);
}
