import { type Complaint, type Language, translateAtDesk, translateForCitizen } from '@baraza/contract';
import { message } from '@baraza/contract/core/message';
import type { FastifyInstance } from 'fastify';
import { causeText } from '../../../config/root-cause.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { recordView } from '../../../audit/record-view.ts';
import { showAtDesk, showToCitizen } from '../read/show-complaint.ts';
import { readDescription } from '../../../domain/description.ts';

/** Mounts the calls that translate texts of a complaint for its readers. Translations are not stored. */
export function translationRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, translateForCitizen, async ({ services: own, caller, params, body }) =>
    translateStep(own, await showToCitizen(own, caller, params.id), body),
  );
  mount(app, services, translateAtDesk, async (context) => {
    const { services: own, caller, params, body } = context;
    const shown = await showAtDesk(own, caller, params.id);
    await recordView(context, shown);
    return translateStep(own, shown, body);
  });
}

async function translateStep(
  { settings, log }: Services,
  { identity, history, title, description }: Complaint,
  { step, to }: { readonly step: string; readonly to: Language },
): Promise<{ text: string }> {
  const { url, of } = settings.translation;
  const isAllowed = of === 'all' || (of === 'not-anonymous' && identity !== 'anonymous');
  const entry = history.find(({ id }) => id === step);
  if (!isAllowed || url === undefined || !entry) throw notFound();
  const filed = entry.action === 'submit' ? [title, readDescription(description).text] : [];
  const text = [...filed, entry.reason, entry.text].filter(Boolean).join('\n\n');
  if (text === '') throw notFound();
  return { text: await translate(log, url, text, { from: entry.language, to }) };
}

const timeoutMs = 15_000;

const mostBytes = 1024 * 1024;

interface Languages {
  readonly from: Language | undefined;
  readonly to: Language;
}

/** Reads the body of a response. @throws Error past the limit. */
async function readLimited({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new Error('The answer is larger than 1 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Translates a plain text by a LibreTranslate service. @throws AppError UNAVAILABLE without a response in time. */
async function translate(log: Services['log'], url: string, text: string, { from, to }: Languages): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: text, source: from ?? 'auto', target: to, format: 'text' }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { translatedText } = JSON.parse(await readLimited(response)) as { translatedText?: unknown };
    if (response.ok && typeof translatedText === 'string') return translatedText;
    log.warn({ status: response.status }, 'The translation service refused.');
  } catch (error) {
    // A syntax error repeats the words that were translated.
    log.warn(
      { cause: error instanceof SyntaxError ? 'no JSON' : causeText(error) },
      'The translation service did not answer.',
    );
  }
  throw new AppError('UNAVAILABLE', message.notTranslated);
}
