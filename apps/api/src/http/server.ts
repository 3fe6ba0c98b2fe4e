import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  type ConnectionError,
  errorCodes,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { routeOf } from '../observability/metrics.ts';
import type { Services } from '../services.ts';
import { handleError, writeError } from './error-handler.ts';
import { decodeUtf8 } from './input/schema-input.ts';
import { malformed } from './errors.ts';
import { bareHeaders } from './headers.ts';
import { isAddressKept } from './network.ts';

/** Returns the options of the HTTP server: sizes, timeouts, trusted proxies. */
export function serverOptions({ settings, log }: Services): FastifyServerOptions {
  const bare = bareHeaders(settings);
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    exposeHeadRoutes: false,
    // Limits JSON bodies; multipart bodies have limits of their own.
    bodyLimit: 256 * 1024,
    // An idle connection is closed; a slow but steady upload may take its time.
    connectionTimeout: 60_000,
    requestTimeout: 20 * 60_000,
    // Slow heads are looked for every five seconds; by default it would be every thirty.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
    // While stopping, the server still responds on open connections, rather than with a bare 503.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, bare),
    frameworkErrors: (error, request, reply) => {
      reply.headers(bare);
      handleError(error, request, reply);
    },
  } as FastifyServerOptions;
}

const unreadable: Record<string, string | undefined> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Refuses a request that Node cannot parse, in the usual form of errors. */
function refuseUnreadable(error: ConnectionError, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = unreadable[error.code] ?? '400 Bad Request';
  const accept = /^accept:(.*)$/imu.exec(String(error.rawPacket))?.[1];
  const refusal = malformed('The request is not valid.');
  const { type, body } = writeError(refusal, { accept, id: randomUUID(), status: Number.parseInt(status, 10) });
  const length = String(Buffer.byteLength(body));
  const all = { ...headers, 'content-type': type, 'content-length': length, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  socket.destroy(error);
}

/** How long a client may go on sending a body that was refused already. */
const lingerMilliseconds = 15_000;

const mostHeaders = 200;

/** Refuses heads that servers in a row could read differently: too many headers, two hosts, unusual codings. */
export function requireUnambiguousHead(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders + 1;
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.rawHeaders.length > 2 * mostHeaders) throw malformed('The request has too many headers.');
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1) throw malformed('The request must name one host.');
    const coding = raw.headers['transfer-encoding'];
    if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || raw.httpVersion !== '1.1'))
      throw malformed('The body is sent in a way that is not taken here.');
  });
}

/** How long an answer may take once the whole request is there: a file store may be slow. */
const answerMilliseconds = 5 * 60_000;

/** Extends the idle limit of a connection while the server works on a complete request. The next request has the usual limit. */
export function waitForAnswers(app: FastifyInstance): void {
  app.server.on('request', (request, response) => {
    request.once('end', () => {
      if (!response.writableEnded) request.socket.setTimeout(answerMilliseconds);
    });
  });
}

/** Logs each request, but for good health, in a line with its id; ends unread bodies. */
export function watchRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, caller } = request;
    const ip = isAddressKept(request) ? request.ip : undefined;
    // Never the raw address, which may hold personal data.
    const route = routeOf(request, reply);
    const line = { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip };
    // A proxy asks every few seconds.
    const isGoodHealth = route.startsWith('/health/') && reply.statusCode < 300;
    if (!isGoodHealth) request.log.info({ ...line, actor: caller?.accountId }, 'request');
    if (request.raw.complete) return;
    // The reply is out while the body still arrives: Node goes on reading so that the client receives the reply.
    const timer = setTimeout(() => request.raw.destroy(), lingerMilliseconds).unref();
    request.raw.once('close', () => clearTimeout(timer));
  });
}

/** Reads JSON bodies and refuses invalid UTF-8. A text or password would be stored as nobody wrote it. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const text = decodeUtf8(body);
    if (text === undefined) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    else void parse(request, text, done);
  });
}
