import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import './app.css';

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    {/* Without transitions the screen follows each key at once: J held down walks row by row. */}
    <BrowserRouter basename="/desk" useTransitions={false}>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
