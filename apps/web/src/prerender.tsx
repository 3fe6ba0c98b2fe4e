import { endpointQuery, queryClient } from '@baraza/app';
import { AppRoot } from '@baraza/app/page/app-root';
import { getPortalSettings, type PortalSettings, publishDay, ringPaths } from '@baraza/contract';
import { RingMark } from '@baraza/ui';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import './lib/i18n/i18n.ts';
import { monthName } from './lib/format/month-names.ts';
import { AppRoutes } from './routes.tsx';

/** Figures that the server finds in the rendered page and replaces. */
const confirmed = { month: '1999-01', of100: 59 };

/** Renders the landing screen as HTML, with a figure and without. Browsers show it until JavaScript runs. */
export async function renderLanding(): Promise<string> {
  const { said, notYet } = ringPaths(confirmed.of100);
  const figure = (await renderWith(confirmed))
    .replaceAll(said, '%SAID%')
    .replaceAll(notYet, '%NOT_YET%')
    .replaceAll(monthName(confirmed.month), '%MONTH%')
    .replaceAll(/\b59\b/gu, '%CONFIRMED%');
  const noFigure = (await renderWith(null)).replaceAll(`${publishDay} ${monthName('1999-01', 1)}`, '%NUMBERS_DAY%');
  return `<!--figure-->${figure}<!--no-figure-->${noFigure}<!--end-->`;
}

function renderWith(figure: PortalSettings['confirmed']): Promise<string> {
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
    confirmed: figure,
    nextMonth: '1999-01',
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
