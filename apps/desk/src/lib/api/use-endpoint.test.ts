// @vitest-environment happy-dom
import { inviteAgain, listStaff } from '@baraza/contract';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../testing/render.tsx';
import { useEndpoint } from './use-endpoint.ts';

function renderCall() {
  const { client, result } = renderDeskHook(() => useEndpoint(inviteAgain, listStaff), undefined);
  client.setQueryData([listStaff.path], []);
  return { result, isStale: () => client.getQueryState([listStaff.path])?.isInvalidated };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what shows the thing that was changed is read anew', async () => {
  stubServer({ body: {} });
  const { result, isStale } = renderCall();

  await act(() => result.current.mutateAsync({ params: { id: 'efua' } }));

  expect(isStale()).toBe(true);
});

test('a call that fails leaves what is shown as it is', async () => {
  stubServer({ status: 503, body: { code: 'UNAVAILABLE', message: 'Try again later.' } });
  const { result, isStale } = renderCall();

  await act(() => expect(result.current.mutateAsync({ params: { id: 'efua' } })).rejects.toThrow('Try again later.'));

  expect(isStale()).toBe(false);
});
