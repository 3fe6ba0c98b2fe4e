import { settingsInPage } from '@baraza/app/api/portal';
import { AppRoot } from '@baraza/app/page/app-root';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './lib/i18n/i18n.ts';
import { AppRoutes } from './routes.tsx';
import { registerServiceWorker } from './service-worker/register.ts';
import './app.css';

const root = document.querySelector('#root') as HTMLElement;
const app = (
  <AppRoot>
    <AppRoutes />
  </AppRoot>
);

// The page comes with the landing screen in it. There it is taken over; anywhere else it gives way.
if (location.pathname === '/' && root.firstElementChild && settingsInPage()) hydrateRoot(root, app);
else {
  root.replaceChildren();
  createRoot(root).render(app);
}

registerServiceWorker();
