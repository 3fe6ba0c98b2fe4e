import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { handleError } from './error-handler.ts';
import { AppError, malformed } from './errors.ts';
import { bareHeaders } from './headers.ts';
import { routeOf } from '../observability/measure.ts';
import type { Services } from '../services.ts';

/** How the HTTP server behaves: how much it takes, how long it waits, whom it believes. */
export function serverOptions({ settings, log }: Services): FastifyServerOptions {
  const bare = bareHeaders(settings);
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    exposeHeadRoutes: false,
    // Of a JSON body; multipart bodies have limits of their own.
    bodyLimit: 256 * 1024,
    // A line on which nothing moves is closed; a slow but steady upload may take its time.
    connectionTimeout: 60_000,
    requestTimeout: 20 * 60_000,
    // Looked after every five seconds; by default it would be every thirty.
    // Node's own answer to a request without a host carries no headers of ours: `requireSoundHead` refuses it instead.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    // While it stops it answers what comes on lines that are still open, rather than with a bare 503.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(bare);
      const slowed = refusalOf(() => request.server.limitUnrouted(request.socket.remoteAddress));
      if (slowed) reply.header('connection', 'close');
      handleError(slowed ?? error, request, reply);
    },
    clientErrorHandler(this: FastifyInstance, error, socket) {
      // Whoever went away or said nothing, as browsers and health checks do, has asked for nothing.
      const isSilent = ['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT'].includes((error as { code?: string }).code ?? '');
      const slowed = isSilent ? undefined : refusalOf(() => this.limitUnrouted(socket.remoteAddress));
      refuseRaw(slowed ?? error, socket, bare);
    },
  } as FastifyServerOptions;
}

function refusalOf(limit: () => void): AppError | undefined {
  try {
    limit();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const refusals: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Answers what is no HTTP at all. There is no request yet, so the bytes are written by hand. */
function refuseRaw(error: Error & { code?: string }, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const slowed = error instanceof AppError ? error : undefined;
  const [status, text] = slowed
    ? ['429 Too Many Requests']
    : (refusals[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.']);
  const body = JSON.stringify(slowed?.toBody() ?? { message: text, code: 'MALFORMED_REQUEST' });
  const wait = slowed?.extra.retryAfter === undefined ? [] : [`retry-after: ${Math.ceil(slowed.extra.retryAfter)}`];
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...wait,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** How long a client may go on sending a body that was refused already. */
const lingerMilliseconds = 15_000;

const mostHeaders = 200;

/**
 * Refuses heads that servers in a row could read in different ways. Node leaves out the headers past its limit and says
 * nothing, whatever they are, and takes the first of several hosts.
 */
export function requireSoundHead(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders + 1;
  // To what is expected beyond `100-continue` Node gives a bare answer of its own; nobody has to heed it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.rawHeaders.length > 2 * mostHeaders) throw malformed('The request has too many headers.');
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw malformed('The request must name one host.');
    // Packed in another way as well, or in a version that knows no chunks: Node takes the bytes for the body all the same.
    const coding = raw.headers['transfer-encoding'];
    if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || raw.httpVersion !== '1.1'))
      throw malformed('The body is sent in a way that is not taken here.');
  });
}

/** How long an answer may take once the whole request is there: a file store may be slow. */
const answerMilliseconds = 5 * 60_000;

/** Nothing moves on a line while the server is at work on what came whole. The next request on it has the usual limit again. */
export function waitForAnswers(app: FastifyInstance): void {
  app.server.on('request', (request, response) => {
    request.once('end', () => {
      if (!response.writableEnded) request.socket.setTimeout(answerMilliseconds);
    });
  });
}

/** Browsers ask for one thing at a time on a line, and proxies too. */
const mostAtOnce = 20;

/**
 * Refuses whoever asks for a thousand things on one line before taking the first: each of them would be worked on at once, and
 * its answer held until those before it are taken.
 */
export function limitPipelining(app: FastifyInstance): void {
  const open = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    reply.raw.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (count <= mostAtOnce) return;
    reply.header('connection', 'close');
    throw malformed('Too many requests at once on one connection.');
  });
}

/** One log line for each request, an id for the person who asks about it, and an end to bodies that nobody reads. */
export function watchRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip, caller } = request;
    // Never the address as it came: whatever stands in it is of the person who asks.
    const route = routeOf(request, reply);
    const line = { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip };
    request.log.info({ ...line, actor: caller?.accountId }, 'request');
    if (request.raw.complete) return;
    // The answer is out while the body still comes: Node goes on reading it so that the client sees the answer.
    const timer = setTimeout(() => request.raw.destroy(), lingerMilliseconds).unref();
    request.raw.once('close', () => clearTimeout(timer));
  });
}
