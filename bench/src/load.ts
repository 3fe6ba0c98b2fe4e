import { connect } from 'node:net';

/** Speed of a load. */
interface Outcome {
  readonly perSecond: number;
  readonly count: number;
  /** In milliseconds. */
  readonly median: number;
  /** In milliseconds. */
  readonly p99: number;
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** The end of the load. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Makes the next request. */
  readonly next: () => Buffer;
  /** The status of every answer, or its class: 2 for any success. */
  readonly status: number;
}

/**
 * Sends requests over several connections, one at a time on each. It does little work of its own, since it shares the cores with
 * the server.
 * @throws Error when an answer has another status.
 */
export async function load({ port, connections, until, next, status }: Load): Promise<Outcome> {
  const times: number[] = [];
  const began = performance.now();
  const end = 'seconds' in until ? began + until.seconds * 1_000 : Infinity;
  let left = 'requests' in until ? until.requests : Infinity;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let waiting: Buffer = Buffer.alloc(0);
      let sent = 0;
      const send = () => {
        if (left <= 0 || performance.now() >= end) {
          socket.end();
          return resolve();
        }
        left -= 1;
        sent = performance.now();
        socket.write(next());
      };
      socket.setNoDelay(true).on('connect', send).on('error', reject);
      socket.on('close', () => reject(new Error('The connection was closed.')));
      socket.on('data', (chunk) => {
        waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
        const size = answerSize(waiting);
        if (size === undefined || waiting.length < size) return;
        const code = Number(waiting.toString('latin1', 9, 12));
        if (code !== status && Math.floor(code / 100) !== status)
          return reject(new Error(`${code} instead of ${status}: ${waiting.toString('utf8')}`));
        waiting = waiting.subarray(size);
        times.push(performance.now() - sent);
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const perSecond = times.length / ((performance.now() - began) / 1_000);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return { perSecond, count: times.length, median: at(0.5), p99: at(0.99) };
}

/** Returns the size of a response with its head; undefined while the head is incomplete. */
function answerSize(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  // An answer without content has no length.
  if (bytes.toString('latin1', 9, 12) === '204') return end + 4;
  const length = /\r\ncontent-length: (\d+)/iu.exec(bytes.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('The response has no content-length.');
  return end + 4 + Number(length);
}

/** Returns a random whole number below the limit. */
export const anyOf = (limit: number) => Math.floor(Math.random() * limit);

export interface Sender {
  readonly token: string;
  /** Number of the sender's own network, so that no rate limit of a network applies. */
  readonly network: number;
}

/** Makes a GET request. */
export function getRequest(path: string, sender?: Sender): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${sender ? headersOf(sender) : ''}\r\n`);
}

/** Makes a POST request with a body of JSON. */
export function jsonRequest(path: string, value: unknown, sender?: Sender): Buffer {
  const body = JSON.stringify(value);
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${sender ? headersOf(sender) : ''}`;
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Makes a POST request with a multipart form. */
export function formRequest(
  path: string,
  fields: Readonly<Record<string, string>>,
  sender: Sender,
  more: Readonly<Record<string, string>> = {},
): Buffer {
  const boundary = 'bench-boundary';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  const headers = {
    ...more,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(body.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headersOf(sender)}${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function headersOf({ token, network }: Sender): string {
  const address = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`;
  return `authorization: Bearer ${token}\r\nx-forwarded-for: ${address}\r\n`;
}
