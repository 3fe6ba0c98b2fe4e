import { getPortalSettings } from '@baraza/contract/portal/portal';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { endpointQuery } from './lib/api/api.ts';
import { queryClient } from './lib/api/query.ts';
import { AppRouter } from './lib/router/router.tsx';

/** The landing screen as HTML, for people whose JavaScript is slow to come or does not come at all. */
export async function renderLanding(): Promise<string> {
  // The server puts the settings of the installation in their place.
  queryClient.setQueryData(endpointQuery(getPortalSettings).queryKey, {
    productName: '%PRODUCT_NAME%',
    supportEmail: '%SUPPORT_EMAIL%',
    supportPhone: null,
    mdaPortalUrl: '%MDA_PORTAL_URL%',
    copyright: '%COPYRIGHT%',
  });
  const { prelude } = await prerender(
    <StrictMode>
      <AppRouter ssrPath="/">
        <App />
      </AppRouter>
    </StrictMode>,
  );
  return new Response(prelude).text();
}
