import type { Language } from '@baraza/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { refuseOtherSites } from '../csrf-guard.ts';
import { toAppError } from '../error-handler.ts';
import type { AppError } from '../errors.ts';
import { assertCleanText } from '../input/schema-input.ts';
import { type Html, html } from '../../texts/html.ts';
import { portalName } from '../../texts/page-texts.ts';

/** Options of a route that answers with a plain page. */
export const plainRoute = { config: { access: 'public' as const }, schema: { hide: true } };

/** What was typed into a form. */
export type Typed = Readonly<Record<string, string>>;

interface PlainPage {
  readonly title: string;
  /** English unless named. */
  readonly language?: Language;
  /** In the language of the page. */
  readonly home?: string;
  readonly body: Html;
  /** The stylesheet of the portal, if it is built. */
  readonly style: string | undefined;
  /** `strict-origin` where the address itself lets somebody in. */
  readonly referrerPolicy?: 'same-origin' | 'strict-origin';
}

/** Sends a page that works without scripts. */
export function sendPlainPage(
  reply: FastifyReply,
  { title, language = 'en', home = portalName, body, style, referrerPolicy = 'same-origin' }: PlainPage,
): FastifyReply {
  // With none the browser names no origin with the form, as if another site had sent it.
  reply.header('referrer-policy', referrerPolicy).type('text/html; charset=utf-8');
  return reply.send(
    html`<!doctype html>
      <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${style === undefined ? undefined : html`<link rel="stylesheet" href="${style}" />`}
        </head>
        <body>
          <main class="mx-auto grid w-full max-w-144 gap-4 px-4 py-8">
            <p><a href="/">${home}</a></p>
            <h1>${title}</h1>
            ${body}
          </main>
        </body>
      </html>`.text,
  );
}

/** Reads the forms that plain pages send. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

/** A field for several lines. */
export function area(name: string, label: string | Html, value: string, max: number, id = name): Html {
  return html`<p class="grid gap-1.5">
    <label for="f-${id}" class="font-semibold">${label}</label>
    <textarea class="control" id="f-${id}" name="${name}" rows="8" maxlength="${String(max)}">${value}</textarea>
  </p>`;
}

/** Says what is wrong, field by field. */
export function problem(message: string | undefined, fields: Typed = {}, labels: Typed = {}): Html | undefined {
  if (message === undefined) return undefined;
  const items = Object.entries(fields).map(([name, text]) => html`<li>${labels[name] ?? name}: ${text}</li>`);
  return html`<div role="alert" class="sheet p-5">
    <p><strong>${message}</strong></p>
    <ul>
      ${items}
    </ul>
  </div>`;
}

/** The fields of a form of our own. */
export function typedOf(request: FastifyRequest, { settings }: Services): Typed {
  refuseOtherSites(request, settings);
  assertCleanText(request.body);
  // JSON brings values of other types, which no field of a form has.
  const fields: [string, unknown][] = Object.entries(request.body ?? {});
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}

/** Turns a refusal into what the page says; a fault of the server goes its usual way. */
export function faultOf(error: unknown): AppError {
  const fault = toAppError(error);
  if (fault.status >= 500) throw error;
  return fault;
}

/** Answers with the status of a refusal. */
export function refuse(reply: FastifyReply, { status, extra }: AppError): void {
  if (extra.retryAfter !== undefined) reply.header('retry-after', Math.ceil(extra.retryAfter));
  reply.code(status);
}
