import { Fragment, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Controls } from './controls.tsx';
import { Fields } from './fields.tsx';
import { Showing } from './showing.tsx';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get('theme') ?? 'light';
document.documentElement.dir = asked.get('dir') ?? 'ltr';

const pages: Record<string, ReactNode> = { controls: <Controls />, fields: <Fields />, showing: <Showing /> };
const page = asked.get('page');

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <main id="top" className="mx-auto grid max-w-264 grid-cols-[minmax(0,1fr)] gap-8 p-4 m:p-8">
      {page !== 'showing' && <h1>Gallery</h1>}
      {Object.entries(pages).map(([name, part]) => (!page || name === page) && <Fragment key={name}>{part}</Fragment>)}
    </main>
  </StrictMode>,
);
