import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { fromOutage } from '../http/service-errors.ts';
import { type FileStore, keyForm, newKey } from './file-store.ts';

interface S3Options {
  readonly times?: typeof patience;
  /** Opens the store even while it does not answer. */
  readonly mayBeAway?: boolean;
  readonly keys?: Settings['storageKeys'];
}

/** Opens a file store in S3-compatible object storage. */
export async function openS3Files(storageUrl: string, options: S3Options = {}): Promise<FileStore> {
  const { s3, client, bucket, prefix, listOne } = await openBucket(readStorageUrl(storageUrl), options);
  const { Upload } = await import('@aws-sdk/lib-storage');
  const at = (key: string) => {
    if (!keyForm.test(key)) throw new Error('This is no key of the file store.');
    return { Bucket: bucket, Key: prefix + key };
  };

  return {
    async put(tempPath, { contentType, key = newKey() }) {
      const params = { ...at(key), Body: createReadStream(tempPath), ContentType: contentType };
      await new Upload({ client, params, queueSize: 1 }).done();
      return key;
    },
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const {
          Body,
          ContentLength = 0,
          ContentRange,
        } = await client.send(new s3.GetObjectCommand({ ...at(key), Range }));
        const size = Number(ContentRange?.split('/')[1] ?? ContentLength);
        return { stream: Body as Readable, size };
      } catch (error) {
        if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return undefined;
        throw error;
      }
    },
    async delete(key) {
      await client.send(new s3.DeleteObjectCommand(at(key)));
    },
    check: listOne,
    async *keysBefore(instant) {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', LastModified } of Contents) {
          const key = Key.slice(prefix.length);
          if (keyForm.test(key) && LastModified && LastModified < instant) yield key;
        }
      }
    },
  };
}

/** Parses `s3://bucket/folder?region=…&endpoint=…&pathStyle=1`. AWS variables, files, a profile or the machine's role hold the keys. */
export function readStorageUrl(storageUrl: string) {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : undefined;
  const folder = url?.pathname.replaceAll(/^\/+|\/+$/g, '') ?? '';
  const endpoint = url?.searchParams.get('endpoint') ?? undefined;
  const fault = url ? faultOf(url, endpoint) : noBucket;
  if (!url || fault !== undefined) throw new StartupError(`The setting STORAGE_URL ${fault}.`);
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    // Self-hosted storage rarely has a host name for each bucket.
    forcePathStyle: ['1', 'true'].includes(url.searchParams.get('pathStyle') ?? (endpoint ? '1' : '0')),
  };
}

const parts = ['region', 'endpoint', 'pathStyle'];

const noBucket = 'must name a bucket, such as s3://bucket/folder?region=eu-west-1';

/** Describes the fault of the address, such as unknown parameters; never repeats values, which may be keys. */
function faultOf({ hostname, username, password, port, searchParams }: URL, endpoint: string | undefined) {
  const isEndpoint = endpoint === undefined || (URL.canParse(endpoint) && /^https?:/.test(endpoint));
  if (hostname === '' || !isEndpoint) return noBucket;
  if (username !== '' || password !== '')
    return 'must hold no keys: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (port !== '') return 'must name a bucket without a port: a server goes into endpoint=';
  if (![...searchParams.keys()].every((name) => parts.includes(name)))
    return `may have ${parts.join('=, ')}= after the question mark, and nothing else`;
  return undefined;
}

/** Timeouts in milliseconds. All tries together end before a proxy gives up this server. */
const patience = { connectionTimeout: 3_000, socketTimeout: 12_000, requestTimeout: 30_000 };

async function openBucket(
  { bucket, prefix, ...place }: ReturnType<typeof readStorageUrl>,
  { times = patience, mayBeAway = false, keys }: S3Options,
) {
  // Loaded on demand, since it is large.
  const s3 = await import('@aws-sdk/client-s3');
  // Not every store supports the newer checksums.
  const checksums = {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  // Unlimited: with the library's fifty, that many stalled readers would block all others.
  const httpAgent = { maxSockets: 1_000 };
  const requestHandler = { ...times, throwOnRequestTimeout: true, httpAgent, httpsAgent: httpAgent };
  const client = new s3.S3Client({
    ...place,
    ...checksums,
    requestHandler,
    maxAttempts: 3,
    ...(keys && { credentials: keys }),
  });
  /** Cheapest request that needs the bucket and read access. */
  const listOne = async (abortSignal?: AbortSignal) => {
    await client.send(new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), { abortSignal });
  };
  await listOne().catch((error: NodeJS.ErrnoException) => {
    if (mayBeAway && fromOutage(error)) return;
    const { name, code } = error;
    // Errors of the store have a name, errors of the network a code.
    throw new StartupError(
      `The bucket ${bucket} cannot be used (${code ?? name}). Check STORAGE_URL and the credentials.`,
    );
  });
  return { s3, client, bucket, prefix, listOne };
}
