import { AppRoot } from '@baraza/app/page/app-root';
import { createRoot } from 'react-dom/client';
import './lib/i18n/i18n.ts';
import { DeskRoutes } from './routes.tsx';
import './app.css';

createRoot(document.querySelector('#root') as HTMLElement).render(
  <AppRoot>
    <DeskRoutes />
  </AppRoot>,
);
