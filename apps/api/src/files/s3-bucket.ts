import { StartupError } from '../config/startup-error.ts';

interface Place {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly forcePathStyle: boolean;
}

/**
 * Reads an address in object storage: `s3://bucket/folder?region=eu-west-1&endpoint=https://s3.example.org&pathStyle=1`.
 * Credentials are the usual ones of AWS (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine).
 * @throws StartupError that begins with what names it.
 */
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
    // A server of one's own rarely has a name for each bucket.
    forcePathStyle: ['1', 'true'].includes(url.searchParams.get('pathStyle') ?? (endpoint ? '1' : '0')),
  };
}

const parts = ['region', 'endpoint', 'pathStyle'];

/** A slip would go unnoticed, and another place than the one that was meant would be used. What was given is not repeated: it may be a key. */
function requireKnownParts({ username, password, port, searchParams }: URL, named: string): void {
  if (username !== '' || password !== '') {
    throw new StartupError(`${named} must hold no keys: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  if (port !== '') throw new StartupError(`${named} must name a bucket without a port: a server goes into endpoint=.`);
  if (![...searchParams.keys()].every((it) => parts.includes(it))) {
    throw new StartupError(`${named} may have ${parts.join('=, ')}= after the question mark, and nothing else.`);
  }
}

/**
 * How long a connection may take, how long nothing may move on it, and how long an answer may take, in milliseconds. One part
 * of a file is one request. A store that says nothing is given up, with its tries, before a proxy would give up this server.
 */
export const patience = { connectionTimeout: 3_000, socketTimeout: 12_000, requestTimeout: 30_000 };

/**
 * Connects to a bucket.
 * @throws StartupError when it cannot be reached; `check` says what to look at.
 */
export async function openBucket(
  { bucket, prefix, ...place }: Place,
  times = patience,
  check = 'Check STORAGE_URL and the credentials.',
) {
  // Loaded only where it is used: it is large.
  const s3 = await import('@aws-sdk/client-s3');
  // Not every store knows the newer checksums.
  const checksums = {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  // As many as there are readers: with the fifty of the library, that many who take nothing of their file would leave none for others.
  const httpAgent = { maxSockets: 1_000 };
  const requestHandler = { ...times, throwOnRequestTimeout: true, httpAgent, httpsAgent: httpAgent };
  const client = new s3.S3Client({ ...place, ...checksums, requestHandler, maxAttempts: 3 });
  /** The smallest question that needs the bucket and the right to read it. */
  const listOne = async (abortSignal?: AbortSignal) => {
    await client.send(new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), { abortSignal });
  };
  await listOne().catch(({ name, code }: NodeJS.ErrnoException) => {
    // What the store says has a name; what the network says, a code.
    throw new StartupError(`The bucket ${bucket} cannot be used (${code ?? name}). ${check}`);
  });
  return { s3, client, bucket, prefix, listOne };
}

/** Whether the answer says that there is no such object. */
export function isNoObject(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((error as { name?: string }).name ?? '');
}

/** Whether the store answered, and will not do it: there is no such object, no right to it, or it cannot do such a thing. */
export function isRefused(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  return (status >= 400 && status < 500) || status === 501;
}
