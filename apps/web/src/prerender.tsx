import { endpointQuery, queryClient } from '@baraza/app';
import { AppRoot } from '@baraza/app/page/app-root';
import { getPortalSettings } from '@baraza/contract';
import { RingMark } from '@baraza/ui';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import './lib/i18n/i18n.ts';
import { AppRoutes } from './routes.tsx';

/** Renders the landing screen as HTML, for browsers whose JavaScript is late or missing. */
export async function renderLanding(): Promise<string> {
  // The server replaces these by the installation's settings.
  queryClient.setQueryData(endpointQuery(getPortalSettings).queryKey, {
    productName: '%PRODUCT_NAME%',
    supportEmail: '%SUPPORT_EMAIL%',
    supportPhone: null,
    mdaPortalUrl: '%MDA_PORTAL_URL%',
    copyright: '%COPYRIGHT%',
    translation: 'none',
    map: false,
    signInProvider: null,
  });
  return render(
    <AppRoot ssrPath="/">
      <AppRoutes />
    </AppRoot>,
  );
}

/** Renders the mark shown while another screen's code loads. */
export function renderMark(): Promise<string> {
  return render(<RingMark className="size-12" />);
}

async function render(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element);
  return new Response(prelude).text();
}
