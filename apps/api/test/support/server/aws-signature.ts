import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The access key of the store. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

/** Error code of S3. */
export type SignatureFault =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'SignatureDoesNotMatch'
  | 'RequestTimeTooSkewed'
  | 'XAmzContentSHA256Mismatch';

const form =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<scope>\d{8}\/[^/]+\/s3\/aws4_request), *SignedHeaders=(?<names>[^,]+), *Signature=(?<signature>[0-9a-f]{64})$/u;

/** As in S3, a larger clock difference is refused, against replays of overheard requests. */
const mostSkew = 15 * 60_000;

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Checks a request's AWS Signature Version 4: computes it anew and compares. */
export function signatureFault(request: IncomingMessage, body: Buffer, key: AccessKey): SignatureFault | undefined {
  const { id, scope = '', names = '', signature = '' } = form.exec(request.headers.authorization ?? '')?.groups ?? {};
  if (id === undefined) return 'AccessDenied';
  if (id !== key.id) return 'InvalidAccessKeyId';
  const stamp = headerOf(request, 'x-amz-date');
  if (!stamp.startsWith(scope.slice(0, 8)) || Math.abs(Date.now() - readStamp(stamp)) > mostSkew)
    return 'RequestTimeTooSkewed';
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical(request, names))].join('\n');
  const signing = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${key.secret}`);
  if (!timingSafeEqual(hmac(signing, text), Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch';
  const hash = headerOf(request, 'x-amz-content-sha256');
  return hash === 'UNSIGNED-PAYLOAD' || hash === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch';
}

const headerOf = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');

/** `20260301T093000Z` */
function readStamp(stamp: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(stamp) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function canonical(request: IncomingMessage, names: string): string {
  const url = new URL(request.url ?? '', 'http://s3');
  const ask = [...url.searchParams].map(([name, value]) => `${quote(name)}=${quote(value)}`).toSorted();
  const path = url.pathname.split('/').map((part) => quote(decodeURIComponent(part)));
  const headers = names.split(';').map((name) => `${name}:${headerOf(request, name).trim().replaceAll(/ +/gu, ' ')}\n`);
  const hash = headerOf(request, 'x-amz-content-sha256');
  return [request.method, path.join('/'), ask.join('&'), headers.join(''), names, hash].join('\n');
}

/** Encodes by RFC 3986, which escapes more than JavaScript does. */
const quote = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
