import { type Complaint, type Language, translateAtDesk, translateForCitizen } from '@baraza/contract';
import { message } from '@baraza/contract/core/message';
import type { FastifyInstance } from 'fastify';
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
  mount(app, services, translateAtDesk, async ({ services: own, caller, params, body, request }) => {
    const shown = await showAtDesk(own, caller, params.id);
    await recordView(own, request, shown);
    return translateStep(own, shown, body);
  });
}

async function translateStep(
  { settings }: Services,
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
  return { text: await translate(url, text, { from: entry.language, to }) };
}

const timeoutMs = 15_000;

interface Languages {
  readonly from: Language | undefined;
  readonly to: Language;
}

/** Translates a plain text by a LibreTranslate service. @throws AppError UNAVAILABLE without a response in time. */
async function translate(url: string, text: string, { from, to }: Languages): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: text, source: from ?? 'auto', target: to, format: 'text' }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { translatedText } = (await response.json()) as { translatedText?: unknown };
    if (response.ok && typeof translatedText === 'string') return translatedText;
  } catch {
    // The service did not respond, or not with JSON.
  }
  throw new AppError('UNAVAILABLE', message.notTranslated);
}
