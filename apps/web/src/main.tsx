import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { settingsInPage } from './lib/api/portal.ts';
import { AppRouter } from './lib/router/router.tsx';
import './app.css';

const root = document.querySelector('#root') as HTMLElement;
const app = (
  <StrictMode>
    <AppRouter>
      <App />
    </AppRouter>
  </StrictMode>
);

// The page comes with the landing screen in it. There it is taken over; anywhere else it gives way.
if (location.pathname === '/' && root.firstElementChild && settingsInPage()) hydrateRoot(root, app);
else {
  root.replaceChildren();
  createRoot(root).render(app);
}
