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

const readBody = (body: unknown): unknown =>
  body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body));

/**
 * Stubs the server by method and path, with `*` for every other call; calls without an answer stay pending.
 * Returns all calls, the URLs read by GET, and the other calls with their bodies.
 */
export function stubServer(answers: Record<string, unknown>) {
  const calls: { url: string; body: unknown }[] = [];
  const requested: string[] = [];
  const sent: { call: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
    const content = body ? readBody(body) : undefined;
    calls.push({ url, body: content });
    if (method === 'GET') requested.push(url);
    else sent.push({ call: `${method} ${url}`, body: content });
    const route = `${method} ${url.split('?')[0]}`;
    const answer = answers[route in answers ? route : '*'];
    if (answer === undefined) return new Promise<Response>(() => undefined);
    const reply: unknown = typeof answer === 'function' ? answer() : answer;
    return reply instanceof Response ? reply.clone() : Response.json(reply);
  });
  return { calls, requested, sent };
}

/** Makes an answer of several replies in turn, the last of which repeats. */
export const inTurn = (first: unknown, ...others: unknown[]) => {
  const replies = [first, ...others];
  return () => (replies.length > 1 ? replies.shift() : replies[0]);
};

/** Makes a response that refuses a call. */
export const refusal = (status: number, message: string, more: object = {}) =>
  Response.json({ code: status === 409 ? 'CONFLICT' : 'UNAVAILABLE', message, ...more }, { status });
