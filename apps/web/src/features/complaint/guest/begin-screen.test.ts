// @vitest-environment happy-dom
import { Heading, keepFocus } from '@baraza/app';
import { cleanup, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { beginScreen } from './begin-screen.ts';

test('a new screen at the same address starts at the top with its heading focused', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const heading = (title: string) => createElement(Heading, { key: title, title });
  keepFocus();
  const { rerender } = renderAtPortal(heading('Sign'));

  beginScreen();
  rerender(heading('Sent'));

  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sent' }));
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  cleanup();
});
