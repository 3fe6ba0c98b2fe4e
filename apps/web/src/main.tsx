import { afterStart, settingsInPage } from '@baraza/app';
import { AppRoot } from '@baraza/app/page/app-root';
import type { Language } from '@baraza/contract/core/language';
import { startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { i18n } from './lib/i18n/i18n.ts';
import { AppRoutes, loadScreen } from './routes.tsx';
import { registerServiceWorker } from './service-worker/register.ts';
import './app.css';

const app = () => (
  <>
    <AppRoot>
      <AppRoutes />
    </AppRoot>
    <RemoveLoadingMark />
  </>
);

/** Removes the loading mark once the first screen is rendered. */
function RemoveLoadingMark(): null {
  useLayoutEffect(() => void delete document.documentElement.dataset['screen'], []);
  return null;
}

// The page contains the landing screen in English: it is hydrated at `/`, and replaced at other addresses.
function mount(place: HTMLElement): Root {
  const isLanding = location.pathname === '/' && i18n.locale === 'en';
  if (isLanding && place.firstElementChild && settingsInPage()) return hydrateRoot(place, app());
  place.replaceChildren();
  const root = createRoot(place);
  startTransition(() => root.render(app()));
  return root;
}

async function start(): Promise<void> {
  const page = document.documentElement;
  if (page.lang !== 'en') {
    const { fetchLanguage } = await import('./lib/i18n/languages.ts');
    await fetchLanguage(page.lang as Language);
  }
  await loadScreen(location.pathname).catch(() => undefined);
}

/** Renders the app, and renders it again when the language changes; typed text stays. */
function run(): void {
  const root = mount(document.querySelector('#root') as HTMLElement);
  i18n.on('change', () => root.render(app()));
}

// A page whose catalogue fails to load is shown in English.
start()
  .catch(() => Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' }))
  .finally(run);

registerServiceWorker();
// If this fails, the next visit sends them.
afterStart(
  () => void import('./shell/serve-guests.ts').then(({ serveGuests }) => serveGuests()).catch(() => undefined),
);
