import { StartupError } from '../config/startup-error.ts';

interface Place {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly forcePathStyle: boolean;
}

/** Parses `s3://bucket/folder?region=…&endpoint=…&pathStyle=1`. The AWS variables, a profile or the machine's role hold the keys. */
export function readStorageUrl(storageUrl: string, named = 'The setting STORAGE_URL'): Place {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : undefined;
  const folder = url?.pathname.replaceAll(/^\/+|\/+$/g, '') ?? '';
  const endpoint = url?.searchParams.get('endpoint') ?? undefined;
  const endpointFits = endpoint === undefined || (URL.canParse(endpoint) && /^https?:/.test(endpoint));
  if (url === undefined || url.hostname === '' || !endpointFits) {
    throw new StartupError(`${named} must name a bucket, such as s3://bucket/folder?region=eu-west-1.`);
  }
  requireKnownParts(url, named);
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

/** Refuses unknown parameters, which would silently be ignored; never repeats values, which may be keys. */
function requireKnownParts({ username, password, port, searchParams }: URL, named: string): void {
  if (username !== '' || password !== '') {
    throw new StartupError(`${named} must hold no keys: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  if (port !== '') throw new StartupError(`${named} must name a bucket without a port: a server goes into endpoint=.`);
  if (![...searchParams.keys()].every((it) => parts.includes(it))) {
    throw new StartupError(`${named} may have ${parts.join('=, ')}= after the question mark, and nothing else.`);
  }
}

/** Timeouts in milliseconds. All tries together end before a proxy gives up this server. */
export const patience = { connectionTimeout: 3_000, socketTimeout: 12_000, requestTimeout: 30_000 };

/** Connects to a bucket. @throws StartupError when it is unreachable. */
export async function openBucket(
  { bucket, prefix, ...place }: Place,
  times = patience,
  check = 'Check STORAGE_URL and the credentials.',
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
  const client = new s3.S3Client({ ...place, ...checksums, requestHandler, maxAttempts: 3 });
  /** Cheapest request that needs the bucket and read access. */
  const listOne = async (abortSignal?: AbortSignal) => {
    await client.send(new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), { abortSignal });
  };
  await listOne().catch(({ name, code }: NodeJS.ErrnoException) => {
    // Errors of the store have a name, errors of the network a code.
    throw new StartupError(`The bucket ${bucket} cannot be used (${code ?? name}). ${check}`);
  });
  return { s3, client, bucket, prefix, listOne };
}

/** Whether the error means a missing object. */
export function isNoObject(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((error as { name?: string }).name ?? '');
}
