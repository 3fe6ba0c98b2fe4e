import { AppRouter } from '@baraza/app';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { i18n } from '../i18n/i18n.ts';

function portalOf(client: QueryClient) {
  return ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <AppRouter>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </AppRouter>
    </I18nProvider>
  );
}

/** Renders a component where every screen of the portal stands: with texts, a router and a query client. */
export const renderAtPortal = (element: ReactElement, client = new QueryClient()) =>
  render(element, { wrapper: portalOf(client) });

/** Renders a hook where every screen of the portal stands. */
export const renderPortalHook = <Result, Props>(
  hook: (props: Props) => Result,
  initialProps: Props,
  client = new QueryClient(),
) => renderHook(hook, { wrapper: portalOf(client), initialProps });
