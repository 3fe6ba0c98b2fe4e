import { appOf } from '@baraza/app/testing/render';
import { QueryClient } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import type { ReactElement } from 'react';
import '../i18n/i18n.ts';

/** Renders a component with the portal's texts, a router and a query client. */
export const renderAtPortal = (element: ReactElement, client = new QueryClient()) =>
  render(element, { wrapper: appOf(client) });

/** Renders a hook with the portal's texts, a router and a query client. */
export const renderPortalHook = <Result, Props>(
  hook: (props: Props) => Result,
  initialProps: Props,
  client = new QueryClient(),
) => renderHook(hook, { wrapper: appOf(client), initialProps });
