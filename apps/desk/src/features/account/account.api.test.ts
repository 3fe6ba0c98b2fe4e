// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app';
import { listStaff } from '@baraza/contract';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../../lib/testing/render.tsx';
import { useStaffHelp } from './account.api.ts';

const { queryKey } = endpointQuery(listStaff);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('help that fails reads the list anew too: a colleague may have been faster', async () => {
  stubServer({ status: 409, body: { code: 'STATE_FORBIDS', message: 'It is confirmed.' } });
  const { client, result } = renderDeskHook(useStaffHelp, undefined);
  client.setQueryData(queryKey, []);

  await act(() => expect(result.current.decline('efua')).rejects.toThrow('It is confirmed.'));

  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
