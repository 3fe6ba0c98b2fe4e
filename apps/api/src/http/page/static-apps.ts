import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PortalSettings, publishDay, ringPaths } from '@baraza/contract';
import { methodsAt } from '../access-check.ts';
import { handleError } from '../error-handler.ts';
import { AppError, notFound } from '../errors.ts';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { accepts } from './accepts.ts';
import { escapeHtml } from '../../texts/html.ts';

/** Folders of the built apps. An app that is not built is not served. */
export interface AppFolders {
  readonly web: string | undefined;
  readonly desk: string | undefined;
}

/** Serves the portal at `/` and the desk at `/desk/`; every address inside an app that names no file is the app's own. */
export async function registerApps(
  app: FastifyInstance,
  folders: AppFolders,
  readSettings: () => Promise<PortalSettings>,
): Promise<void> {
  const mounted = [...mountedApp('/desk/', folders.desk), ...mountedApp('/', folders.web)];
  // Compressed before the first visitor comes.
  for (const { page, elsewhere } of mounted) for (const each of [page, elsewhere]) each(await readSettings());
  for (const { prefix, root, page } of mounted) {
    for (const url of [prefix, `${prefix}index.html`]) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) =>
        page(await readSettings()).send(request, reply);
      app.route({ method: ['GET', 'HEAD'], url, config: { access: 'public' }, handler });
    }
    await app.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, file) => void reply.header('cache-control', cacheRule(root, file)),
    });
  }
  if (mounted.some(({ prefix }) => prefix === '/desk/')) {
    app.get('/desk', { config: { access: 'public' } }, (_, reply) => reply.redirect('/desk/', 301));
  }
  // The library names the charset of texts but not of SVG, whose type it sets after `setHeaders` when compressed.
  app.addHook('onSend', async (_, reply) => {
    if (reply.getHeader('content-type') === 'image/svg+xml')
      reply.header('content-type', 'image/svg+xml; charset=utf-8');
  });
  app.setNotFoundHandler(async (request, reply) => {
    const home = isPage(request) ? mounted.find(({ prefix }) => request.url.startsWith(prefix)) : undefined;
    const page = home?.pagesWithPlain.get(request.url.split('?')[0] ?? '') ?? home?.elsewhere;
    if (page) return page(await readSettings()).send(request, reply);
    refuse(app, request, reply);
    return reply;
  });
}

function refuse(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const methods = methodsAt(app, request.url.split('?')[0] ?? '');
  if (methods.length === 0 || methods.includes(request.method)) return handleError(notFound(), request, reply);
  reply.header('allow', methods.join(', '));
  handleError(new AppError('METHOD_NOT_ALLOWED', 'This call does not take this method.'), request, reply);
}

/** Screens of the portal that have a page without scripts as well. */
const withPlainPage = ['/complain', '/track'];

/** Explains above the landing screen that the address needs scripts, with links to pages without. */
const needsScripts = `<noscript><div class="sheet grid gap-2 p-5">
  <p><strong>This page needs JavaScript, which is off in this browser.</strong></p>
  <p>Logging in, the public numbers and the check of a receipt do not work without it. You can still
    <a href="/complain/plain">complain without an account</a>, <a href="/track/plain">track a complaint</a>,
    <a href="/data/complaints.csv">download the public numbers</a>, or write to %SUPPORT_EMAIL%.</p>
</div></noscript>`;

function mountedApp(prefix: string, root: string | undefined) {
  const file = root === undefined ? '' : path.join(root, 'index.html');
  if (root === undefined || !existsSync(file)) return [];
  const own = prefix === '/' ? withPlainPage : [];
  /** Pages that lead on to one without scripts, where scripts are off, by address. */
  const leadOn = (url: string) =>
    `<noscript><meta http-equiv="refresh" content="0; url=${url}/plain"></noscript></head>`;
  const pagesWithPlain = new Map(own.map((url) => [url, readAppPage(file, '</head>', leadOn(url))]));
  const page = readAppPage(file);
  const elsewhere = prefix === '/' ? readAppPage(file, '<body>', `<body>${needsScripts}`) : page;
  return [{ prefix, root, page, elsewhere, pagesWithPlain }];
}

/** Finds the address of the portal's stylesheet; undefined where the portal is not built. */
export function styleOf({ web }: AppFolders): string | undefined {
  const file = web === undefined ? '' : path.join(web, 'index.html');
  if (!existsSync(file)) return undefined;
  return /<link rel="stylesheet"[^>]* href="([^"]+)"/u.exec(readFileSync(file, 'utf8'))?.[1];
}

/** Returns cache-control. The build puts a hash of the content into asset names, so those never change. */
function cacheRule(root: string, file: string): string {
  const isHashed = path.relative(root, file).startsWith(`assets${path.sep}`);
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function isPage(request: FastifyRequest): boolean {
  const pathname = request.url.split('?')[0] ?? '';
  const last = pathname.split('/').at(-1) ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(api|health|metrics)(\/|$)/.test(pathname) &&
    !last.includes('.') &&
    !pathname.includes('/.')
  );
}

/** Returns the built page with one of its tags replaced, and the settings filled in. */
function readAppPage(file: string, tag = '', replacement = '') {
  const html = readFileSync(file, 'utf8').replace(tag, replacement);
  let filled: { settings: PortalSettings; page: ReturnType<typeof pageOf> } | undefined;
  return (settings: PortalSettings) => {
    if (filled?.settings !== settings) filled = { settings, page: pageOf(fillIn(html, settings)) };
    return filled.page;
  };
}

/** Prepares a page that stays the same until a setting changes: compressed once, cached by browsers. */
function pageOf(text: string) {
  const html = Buffer.from(text);
  // Brotli's best quality blocks the server for seconds with a page of a megabyte.
  const params = { [constants.BROTLI_PARAM_QUALITY]: html.length > 50_000 ? 5 : constants.BROTLI_MAX_QUALITY };
  const bodies = { br: brotliCompressSync(html, { params }), gzip: gzipSync(html, { level: 9 }) };
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return {
    send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      const encoding = (['br', 'gzip'] as const).find((it) => accepts(request.headers['accept-encoding'], it));
      if (encoding) reply.header('content-encoding', encoding);
      return reply.type('text/html; charset=utf-8').send(encoding ? bodies[encoding] : html);
    },
  };
}

/** The landing screen with a figure and without one, as the build writes them. */
const landings = /<!--figure-->(.*)<!--no-figure-->(.*)<!--end-->/su;

function fillIn(html: string, settings: PortalSettings): string {
  const { confirmed, nextMonth } = settings;
  const ring = ringPaths(confirmed?.of100 ?? 0);
  const texts: Record<string, string> = {
    PRODUCT_NAME: settings.productName,
    SUPPORT_EMAIL: settings.supportEmail,
    MDA_PORTAL_URL: settings.mdaPortalUrl,
    COPYRIGHT: settings.copyright,
    CONFIRMED: String(confirmed?.of100),
    MONTH: confirmed ? monthName(confirmed.month) : '',
    SAID: ring.said,
    NOT_YET: ring.notYet,
    NUMBERS_DAY: nextMonth && `${publishDay} ${monthName(nextMonth, 1)}`,
  };
  return html.replace(landings, confirmed ? '$1' : '$2').replaceAll(/%([A-Z_]+)%/gu, (whole, name: string) => {
    // A data block ends at `</script`, wherever that stands.
    if (name === 'PORTAL') return JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
    const text = texts[name];
    return text === undefined ? whole : escapeHtml(text);
  });
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthName = (month: string, after = 0) => {
  const [year, number] = month.split('-').map(Number);
  return monthFormat.format(Date.UTC(year!, number! - 1 + after));
};
