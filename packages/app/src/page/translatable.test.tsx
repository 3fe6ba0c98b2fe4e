// @vitest-environment happy-dom
import { getPortalSettings, type PortalSettings } from '@baraza/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { Translatable } from './translatable.tsx';

const original = 'Le tuyau est réparé.';
const translated = 'The pipe is mended.';
const label = 'Translated by a machine from Français. It may be wrong.';

/** Requests for translation that the server received. */
const asked: { path: string; body: unknown }[] = [];
let answer: () => Response;

beforeEach(() => {
  asked.length = 0;
  answer = () => Response.json({ text: translated });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders a French message in English, with this setting of the portal. */
async function renderMessage(
  translation: PortalSettings['translation'],
  identity: 'named' | 'anonymous' = 'named',
): Promise<void> {
  const settings = { productName: 'Baraza', translation };
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path.endsWith(getPortalSettings.path)) return Response.json(settings);
    if (method !== 'POST') return new Promise<Response>(() => undefined);
    asked.push({ path, body: JSON.parse(String(body)) });
    return answer();
  });
  const { client } = renderInApp(
    <Translatable complaint={{ id: 'c1', identity }} entry={{ id: 's1', language: 'fr' }}>
      <p>{original}</p>
    </Translatable>,
  );
  await waitFor(() => expect(client.isFetching()).toBe(0));
}

/** Finds the button by its text: without styles its name includes the hidden ‘Translating’. */
const press = async (name: string) => fireEvent.click(await screen.findByText(name));

test('a translation is labelled as a machine’s, with its source language', async () => {
  await renderMessage('all');
  expect(screen.queryByText(label)).toBeNull();

  await press('Translate');

  const shown = await screen.findByText(translated);
  expect(shown.lang).toBe('en');
  expect(screen.getByText(label).compareDocumentPosition(shown)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(asked).toEqual([{ path: '/api/complaint/c1/translation', body: { step: 's1', to: 'en' } }]);
});

test('‘Show the original’ shows the text in its language, without the translation’s label', async () => {
  await renderMessage('all');
  await press('Translate');
  await screen.findByText(translated);
  expect(screen.queryByText(original)).toBeNull();

  await press('Show the original');

  expect(screen.getByText(original).closest('[lang]')?.getAttribute('lang')).toBe('fr');
  expect(screen.queryByText(translated)).toBeNull();
  expect(screen.queryByText(label)).toBeNull();
});

test('Translate shows the translation with its label again after the original', async () => {
  await renderMessage('all');
  await press('Translate');
  await press('Show the original');

  await press('Translate');

  expect(await screen.findByText(translated)).toBeTruthy();
  expect(screen.getByText(label)).toBeTruthy();
});

test('a failed translation leaves the original and shows the reason', async () => {
  answer = () => Response.json({ message: 'The translation is away.', code: 'UNAVAILABLE' }, { status: 503 });
  await renderMessage('all');

  await press('Translate');

  expect((await screen.findByRole('alert')).textContent).toBe('The translation is away.');
  expect(screen.getByText(original)).toBeTruthy();
  expect(screen.queryByText(label)).toBeNull();
});

test('the text of an anonymous complaint is not sent to a translation service unless the operator allows all', async () => {
  await renderMessage('not-anonymous', 'anonymous');
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();

  await renderMessage('not-anonymous', 'named');
  expect(await screen.findByText('Translate')).toBeTruthy();
});
