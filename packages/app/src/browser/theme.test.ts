// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTheme, useTheme } from './theme.ts';

let system: EventTarget & { matches: boolean };

function becomeDark() {
  system.matches = true;
  system.dispatchEvent(new Event('change'));
}

beforeEach(() => {
  system = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => system);
  setTheme('system');
});
afterEach(() => {
  cleanup();
  setTheme('system');
  vi.unstubAllGlobals();
});

test('the theme follows the system until one is chosen', () => {
  const { result } = renderHook(useTheme);
  expect(result.current).toEqual({ theme: 'system', dark: false });

  act(becomeDark);

  expect(result.current).toEqual({ theme: 'system', dark: true });
});

test('a chosen theme stays when the system changes', () => {
  const { result } = renderHook(useTheme);

  act(() => setTheme('light'));
  act(becomeDark);

  expect(result.current).toEqual({ theme: 'light', dark: false });
});

test('a chosen theme is painted at once and kept in the cookie that the first paint reads', () => {
  const { result } = renderHook(useTheme);

  act(() => setTheme('dark'));

  expect(result.current).toEqual({ theme: 'dark', dark: true });
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(document.cookie).toContain('theme=dark');
});

test('an unmounted theme does not listen to the system', () => {
  const { unmount } = renderHook(useTheme);

  unmount();
  becomeDark();

  expect(document.documentElement.dataset['theme']).toBe('light');
});
