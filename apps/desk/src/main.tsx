import { AppRoot } from '@baraza/app/page/app-root';
import { createRoot } from 'react-dom/client';
import { i18n } from './lib/i18n/i18n.ts';
import { fetchLanguage } from './lib/i18n/languages.ts';
import { DeskRoutes } from './routes.tsx';
import './app.css';

const root = createRoot(document.querySelector('#root') as HTMLElement);

function render(): void {
  root.render(
    <AppRoot>
      <DeskRoutes />
    </AppRoot>,
  );
}

// Without its catalogue the desk is in English.
const french = document.documentElement.lang === 'fr' ? fetchLanguage('fr') : Promise.resolve();
french
  .catch(() => Object.assign(document.documentElement, { lang: 'en' }))
  .finally(() => {
    render();
    i18n.on('change', render);
  });
