import { errorCodes, type FastifyInstance } from 'fastify';

/** Keeps a byte order mark, which the parser itself takes off. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads JSON bodies and refuses invalid UTF-8. A text or password would be stored as nobody wrote it. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const text = decode(body);
    if (text === undefined) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    else void parse(request, text, done);
  });
}

function decode(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}
