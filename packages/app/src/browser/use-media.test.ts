// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNarrow } from './use-media.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a component learns that the window became narrow, and stops listening when unmounted', () => {
  const window = Object.assign(new EventTarget(), { matches: false });
  const [start, stop] = [vi.spyOn(window, 'addEventListener'), vi.spyOn(window, 'removeEventListener')];
  vi.stubGlobal('matchMedia', () => window);
  const { result, unmount } = renderHook(useNarrow);
  expect(result.current).toBe(false);

  act(() => {
    window.matches = true;
    window.dispatchEvent(new Event('change'));
  });
  expect(result.current).toBe(true);
  unmount();

  expect(stop).toHaveBeenCalledTimes(start.mock.calls.length);
});
