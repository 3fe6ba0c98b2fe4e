import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, mayReach, RefusedAddress } from './outside-address.ts';

const secretStart = 'whsec_';

export const newSecret = (): string => `${secretStart}${randomBytes(32).toString('base64')}`;

interface SignedMessage {
  readonly id: string;
  readonly body: string;
  readonly at: Date;
  /** The present one and, for a while after a change, the former. */
  readonly secrets: readonly string[];
}

/** Signs a message as Standard Webhooks says, with each secret. */
function signatureHeaders({ id, body, at, secrets }: SignedMessage) {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const sign = (secret: string) => {
    const key = createSecretKey(Buffer.from(secret.slice(secretStart.length), 'base64'));
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') };
}

const timeoutMilliseconds = 15_000;
const mostRead = 1_024;

/** Whether a target is a literal address that webhooks may not reach. It is looked up nowhere; names are checked as they are sent to. */
export function isRefusedAddress(url: string, networks: readonly string[]): boolean {
  const { protocol, hostname } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/gu, '');
  return isIP(literal) !== 0 && !mayReach(literal, protocol, networks);
}

/** Posts a message and returns the status. Follows no redirect, and keeps no connection, which would skip the check of its address. */
export async function postSigned(
  url: string,
  message: SignedMessage,
  networks: readonly string[],
  stopped?: AbortSignal,
): Promise<number> {
  stopped?.throwIfAborted();
  const { protocol, hostname } = new URL(url);
  if (isRefusedAddress(url, networks)) throw new RefusedAddress(hostname);
  const { Agent, request } = protocol === 'https:' ? https : http;
  const { promise, resolve, reject } = deferred<number>();
  const length = Buffer.byteLength(message.body);
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const sent = request(url, {
    method: 'POST',
    agent: new Agent({ keepAlive: false }),
    lookup: guardedLookup((address) => mayReach(address, protocol, networks)),
    signal,
    headers: { ...signatureHeaders(message), 'content-type': 'application/json', 'content-length': length },
  });
  // Whatever the target does, a try ends.
  signal.addEventListener('abort', () => reject(signal.reason));
  // Not `AbortSignal.any`: in Node 20 it keeps each try for as long as the server runs.
  const stop = () => void sent.destroy();
  stopped?.addEventListener('abort', stop);
  sent.on('error', reject).on('close', () => reject(new Error('closed')));
  sent.on('upgrade', ({ statusCode = 0 }, socket) => {
    resolve(statusCode);
    socket.destroy();
  });
  sent.on('response', (answer) => {
    let read = 0;
    const end = () => resolve(answer.statusCode ?? 0);
    answer.on('data', (part: Buffer) => {
      if ((read += part.length) <= mostRead) return;
      end();
      sent.destroy();
    });
    answer.on('end', end).on('error', reject);
  });
  sent.end(message.body);
  return promise.finally(() => stopped?.removeEventListener('abort', stop));
}

/** Node 20 lacks `Promise.withResolvers`. */
function deferred<T>() {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

/** Whether this Node checks addresses before it connects. A server on which it does not sends no webhooks. */
export async function isGuarded(): Promise<boolean> {
  const message = { id: 'self-test', body: '', at: new Date(), secrets: [] };
  for (const url of ['http://localhost:9/', 'http://127.0.0.1:9/', 'https://localhost:9/', 'https://2130706433:9/']) {
    const fault: unknown = await postSigned(url, message, []).catch((error: unknown) => error);
    if (!(fault instanceof RefusedAddress)) return false;
  }
  return true;
}
