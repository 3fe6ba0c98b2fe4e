// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAppHook } from '../testing/render.tsx';
import { endSession, startSession, useToken } from './token.ts';
import { usePortal } from './portal.ts';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('the settings in the page are used without a request', () => {
  const fetched = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', fetched);
  document.body.innerHTML = '<script id="portal" type="application/json">{"productName":"Town Hall"}</script>';

  const { result } = renderAppHook(usePortal);

  expect(result.current.productName).toBe('Town Hall');
  expect(fetched).not.toHaveBeenCalled();
});

test('a page without settings shows the default name until they are loaded', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ productName: 'Town Hall' }));
  document.body.innerHTML = '<script id="portal" type="application/json">{</script>';

  const { result } = renderAppHook(usePortal);

  expect(result.current.productName).toBe('Baraza');
  await waitFor(() => expect(result.current.productName).toBe('Town Hall'));
});

test('a component that reads the session updates when it begins and ends', () => {
  const { result } = renderAppHook(useToken);

  act(() => startSession('token'));
  expect(result.current).toBe('token');
  act(() => endSession('logout'));

  expect(result.current).toBeNull();
});
