import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { refuseOtherSites } from '../csrf-guard.ts';
import { toAppError } from '../error-handler.ts';
import type { AppError } from '../errors.ts';
import { assertCleanText } from '../input/schema-input.ts';
import { type Html, html } from '../../texts/html.ts';
import { fieldLabels, portalName } from '../../texts/page-texts.ts';
import type { Voice } from '../../texts/voice.ts';
import type { Typed } from './plain-form.ts';

/** Options of a route that responds with a plain page. */
export const plainRoute = { config: { access: 'public' as const } };

interface Look {
  /** The stylesheet of the portal, if it is built. */
  readonly style: string | undefined;
  /** `strict-origin` where the address itself lets somebody in. */
  readonly referrerPolicy?: 'same-origin' | 'strict-origin';
}

export type PlainPage = ReturnType<typeof plainPage>;

/** Writes a page that works without scripts, in the language of its voice. */
export function plainPage(reply: FastifyReply, voice: Voice, { style, referrerPolicy = 'same-origin' }: Look) {
  const { language, say } = voice;

  function problem(text: string, fields: Typed = {}): Html {
    const items = Object.entries(fields).map(
      ([name, fault]) => html`<li>${say(fieldLabels[name] ?? name)}: ${say(fault)}</li>`,
    );
    return html`<div role="alert" class="sheet p-5">
      <p><strong>${say(text)}</strong></p>
      <ul>
        ${items}
      </ul>
    </div>`;
  }

  return {
    voice,
    /** Explains a fault, field by field. */
    problem,
    /** Sets the status of a refusal and explains it. */
    refusal({ status, message, extra }: AppError, fields?: Typed): Html {
      if (extra.retryAfter !== undefined) reply.header('retry-after', Math.ceil(extra.retryAfter));
      reply.code(status);
      const minutes = Math.ceil((extra.retryAfter ?? 0) / 60);
      if (status !== 429) return problem(message, fields);
      const wait = say(/*i18n*/ 'You can try again in {minutes} min.', { minutes: String(minutes) });
      return html`${problem(message, fields)}
        <p>${wait}</p>`;
    },
    send(title: string, body: Html): FastifyReply {
      // With `no-referrer` the browser would send the form without an origin, as another site might.
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
                <p><a href="/">${say(portalName)}</a></p>
                <h1>${title}</h1>
                ${body}
              </main>
            </body>
          </html>`.text,
      );
    },
  };
}

/** Reads the forms that plain pages send. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
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
