import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, type RenderHookResult, type RenderResult } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { AppRouter } from '../router/router.tsx';

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });

/** Wraps an element with texts, a router and a query client, as both apps do. */
export function appOf(client: QueryClient): (props: { children: ReactNode }) => ReactNode {
  return ({ children }: { children: ReactNode }) => (
    <AppRouter>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </I18nProvider>
    </AppRouter>
  );
}

type InApp = { readonly client: QueryClient };

/** Renders a component with texts, a router and a query client. */
export function renderInApp(element: ReactElement): Pick<RenderResult, 'rerender' | 'unmount'> & InApp {
  const client = newClient();
  return { client, ...render(element, { wrapper: appOf(client) }) };
}

/** Renders a hook with texts, a router and a query client. */
export function renderAppHook<Result>(
  hook: () => Result,
  client = newClient(),
): RenderHookResult<Result, unknown> & InApp {
  return { client, ...renderHook(hook, { wrapper: appOf(client) }) };
}
