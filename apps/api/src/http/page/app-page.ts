import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PortalSettings } from '@baraza/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './html.ts';

/** An HTML page held in memory, with this installation's settings in it. */
export interface AppPage {
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** Reads the built page and fills in the settings. `withoutScripts`: the address it leads on to where scripts are off. */
export function readAppPage(file: string, settings: PortalSettings, withoutScripts?: string): AppPage {
  const text = fillIn(readFileSync(file, 'utf8'), settings);
  if (withoutScripts === undefined) return pageOf(text);
  return pageOf(
    text.replace(
      '</head>',
      `<noscript><meta http-equiv="refresh" content="0; url=${withoutScripts}"></noscript></head>`,
    ),
  );
}

/** A page that stays as it is while the server runs: made small once, and sent once to each browser. */
function pageOf(text: string): AppPage {
  const html = Buffer.from(text);
  // The best that Brotli can do takes seconds for a page of a megabyte, and the server does nothing else meanwhile.
  const params = { [constants.BROTLI_PARAM_QUALITY]: html.length > 50_000 ? 5 : constants.BROTLI_MAX_QUALITY };
  const bodies = { br: brotliCompressSync(html, { params }), gzip: gzipSync(html, { level: 9 }) };
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return {
    send(request, reply) {
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      const encoding = (['br', 'gzip'] as const).find((it) => accepts(request.headers['accept-encoding'], it));
      if (encoding) reply.header('content-encoding', encoding);
      return reply.type('text/html; charset=utf-8').send(encoding ? bodies[encoding] : html);
    },
  };
}

function fillIn(html: string, settings: PortalSettings): string {
  const texts: Record<string, string> = {
    PRODUCT_NAME: settings.productName,
    SUPPORT_EMAIL: settings.supportEmail,
    MDA_PORTAL_URL: settings.mdaPortalUrl,
    COPYRIGHT: settings.copyright,
  };
  return html.replaceAll(/%([A-Z_]+)%/gu, (whole, name: string) => {
    // A data block ends at `</script`, wherever that stands.
    if (name === 'PORTAL') return JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
    const text = texts[name];
    return text === undefined ? whole : escapeHtml(text);
  });
}

function accepts(header: string | string[] | undefined, encoding: string): boolean {
  return new RegExp(String.raw`(^|[\s,])${encoding}(?!\s*;\s*q=0(\.0*)?\s*(,|$))\s*(;|,|$)`, 'iu').test(
    String(header ?? ''),
  );
}
