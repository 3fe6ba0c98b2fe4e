import { endpointQuery, queryClient } from '@baraza/app';
import { AppRoot } from '@baraza/app/page/app-root';
import { getPortalSettings } from '@baraza/contract';
import { prerender } from 'react-dom/static';
import './lib/i18n/i18n.ts';
import { AppRoutes } from './routes.tsx';

/** Renders the landing screen as HTML, for browsers whose JavaScript is late or missing. */
export async function renderLanding(): Promise<string> {
  // The server puts the settings of the installation in their place.
  queryClient.setQueryData(endpointQuery(getPortalSettings).queryKey, {
    productName: '%PRODUCT_NAME%',
    supportEmail: '%SUPPORT_EMAIL%',
    supportPhone: null,
    mdaPortalUrl: '%MDA_PORTAL_URL%',
    copyright: '%COPYRIGHT%',
    translation: 'none',
    map: false,
  });
  const { prelude } = await prerender(
    <AppRoot ssrPath="/">
      <AppRoutes />
    </AppRoot>,
  );
  return new Response(prelude).text();
}
