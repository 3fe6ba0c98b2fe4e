import { errorCodes, type FastifyInstance } from 'fastify';

/** Keeps a byte order mark, which the parser itself takes off. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads JSON bodies of this type, and refuses bytes that are no UTF-8 (RFC 8259, 8.1). By default each of them would become a replacement
 * character, and the words of a person, or a password, would be kept as nobody wrote them.
 */
export function readJsonBodies(app: FastifyInstance, type = 'application/json'): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
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
