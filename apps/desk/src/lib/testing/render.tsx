import type { Me } from '@baraza/contract/account/account';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { AppRouter } from '@baraza/app';
import { vi } from 'vitest';
import { i18n } from '../i18n/i18n.ts';
import { MeContext } from '../api/session.tsx';

export const officer = {
  id: 'officer',
  first_name: 'Ada',
  last_name: 'Obi',
  role: 'officer',
  mda: { id: 'roads', name: 'Roads' },
} as Me;

function deskOf(client: QueryClient, me = officer) {
  return ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <AppRouter>
        <QueryClientProvider client={client}>
          <MeContext value={me}>{children}</MeContext>
        </QueryClientProvider>
      </AppRouter>
    </I18nProvider>
  );
}

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Renders a hook where every screen of the desk stands: signed in as an officer, with a router and a query client. */
export function renderDeskHook<Result, Props>(hook: (props: Props) => Result, initialProps: Props) {
  const client = newClient();
  return { client, ...renderHook(hook, { wrapper: deskOf(client), initialProps }) };
}

/** Renders a component where every screen of the desk stands. */
export const renderAtDesk = (element: ReactElement, me = officer) =>
  render(element, { wrapper: deskOf(newClient(), me) });

type Reply = { readonly status?: number; readonly body: unknown };

/** Answers every call of the server in turn, the last reply again and again; records what was sent. */
export function stubServer(...replies: readonly [Reply, ...Reply[]]) {
  const sent: { url: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const { status = 200, body: reply } = replies[sent.length] ?? replies.at(-1)!;
    sent.push({ url, body: body === undefined ? undefined : JSON.parse(body) });
    return Response.json(reply, { status });
  });
  return sent;
}

/** Answers calls by method and path, any other never; tells what was asked and sent. */
export function stubRoutes(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const sent: { call: string; body: unknown }[] = [];
  const read = (body: unknown) => (body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body)));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
    if (method === 'GET') asked.push(url);
    else sent.push({ call: `${method} ${url}`, body: body ? read(body) : undefined });
    const route = `${method} ${url.split('?')[0]}`;
    if (!(route in answers)) return new Promise<Response>(() => undefined);
    const answer = answers[route];
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  return { asked, sent };
}

/** Makes the answer of a server that refuses. */
export const refusal = (status: number, message: string, more: object = {}) =>
  Response.json({ code: status === 409 ? 'CONFLICT' : 'UNAVAILABLE', message, ...more }, { status });
