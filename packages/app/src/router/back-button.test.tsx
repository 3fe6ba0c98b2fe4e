// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { BackButton } from './back-button.tsx';

/** Renders a screen with a number of the app's screens behind it. */
function pressBack(screensBehind: number) {
  window.history.replaceState({ index: screensBehind }, '', '/app/complaint');
  renderInApp(<BackButton fallback="/app" />);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
}

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

test('Back leads to the previous screen', () => {
  const back = vi.spyOn(window.history, 'go').mockReturnValue();

  pressBack(1);

  expect(back).toHaveBeenCalledExactlyOnceWith(-1);
});

test('Back on the first screen of a tab leads into the app, not out of it', () => {
  const back = vi.spyOn(window.history, 'go').mockReturnValue();

  pressBack(0);

  expect(window.location.pathname).toBe('/app');
  expect(back).not.toHaveBeenCalled();
});
