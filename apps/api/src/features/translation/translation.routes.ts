import { type Complaint, type Language, translateAtDesk, translateForCitizen } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { recordView } from '../audit/record-view.ts';
import { showAtDesk, showToCitizen } from '../complaint/read/show-complaint.ts';
import { readDescription } from '../complaint/text/description.ts';
import { translate } from './translate.ts';

/** Mounts the calls that translate what their caller may read. Nothing of it is stored. */
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
