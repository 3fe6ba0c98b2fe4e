import { connect } from 'node:net';

/** What a load was answered with. */
interface Outcome {
  readonly perSecond: number;
  readonly count: number;
  /** In milliseconds: half took no longer. */
  readonly median: number;
  /** In milliseconds: one in a hundred took longer. */
  readonly p99: number;
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** How long, or how many requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** The bytes of the next request. */
  readonly next: () => Buffer;
  readonly status: number;
}

/**
 * Sends requests over so many connections, each the next one when the one before is answered. Written for little work of its
 * own: it shares the cores with what it measures.
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
        if (code !== status) return reject(new Error(`${code} instead of ${status}: ${waiting.toString('utf8')}`));
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

/** How many bytes the answer has with its head; undefined while the head is not whole. */
function answerSize(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/iu.exec(bytes.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('The answer does not say how long it is.');
  return end + 4 + Number(length);
}

/** Any whole number below the limit. */
export const anyOf = (limit: number) => Math.floor(Math.random() * limit);

export interface Sender {
  readonly token: string;
  /** Behind which proxy the sender sits does not matter: each comes from a network of their own. */
  readonly network: number;
}

/** The bytes of a question. */
export function getRequest(path: string, sender?: Sender): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${sender ? headersOf(sender) : ''}\r\n`);
}

/** The bytes of a body of JSON. */
export function jsonRequest(path: string, value: unknown): Buffer {
  const body = JSON.stringify(value);
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** The bytes of a form. */
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
