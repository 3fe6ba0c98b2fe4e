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

/** Renders a hook inside the desk: signed in as an officer, with router and query client. */
export function renderDeskHook<Result, Props>(hook: (props: Props) => Result, initialProps: Props) {
  const client = newClient();
  return { client, ...renderHook(hook, { wrapper: deskOf(client), initialProps }) };
}

/** Renders a component inside the desk. */
export const renderAtDesk = (element: ReactElement, me = officer) =>
  render(element, { wrapper: deskOf(newClient(), me) });

type Reply = { readonly status?: number; readonly body: unknown };

/** Stubs the server with replies in turn, repeating the last; returns the calls sent. */
export function stubServer(...replies: readonly [Reply, ...Reply[]]) {
  const sent: { url: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const { status = 200, body: reply } = replies[sent.length] ?? replies.at(-1)!;
    sent.push({ url, body: body === undefined ? undefined : JSON.parse(body) });
    return Response.json(reply, { status });
  });
  return sent;
}

/** Stubs the server by method and path; other calls stay pending. Returns the calls sent. */
export function stubRoutes(answers: Record<string, unknown>) {
  const requested: string[] = [];
  const sent: { call: string; body: unknown }[] = [];
  const read = (body: unknown) => (body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body)));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
    if (method === 'GET') requested.push(url);
    else sent.push({ call: `${method} ${url}`, body: body ? read(body) : undefined });
    const route = `${method} ${url.split('?')[0]}`;
    if (!(route in answers)) return new Promise<Response>(() => undefined);
    const answer = answers[route];
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  return { requested, sent };
}

/** Makes a response that refuses a call. */
export const refusal = (status: number, message: string, more: object = {}) =>
  Response.json({ code: status === 409 ? 'CONFLICT' : 'UNAVAILABLE', message, ...more }, { status });
