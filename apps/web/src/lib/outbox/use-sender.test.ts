// @vitest-environment happy-dom
import { actAsGuest, endpointQuery, endSession, startSession } from '@baraza/app';
import { getUser, type User } from '@baraza/contract/account/account';
import { QueryClient } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useUser } from '../api/session.ts';
import { renderPortalHook } from '../testing/render.tsx';
import { useSender } from './use-sender.ts';

afterEach(() => {
  cleanup();
  actAsGuest(null);
  endSession('expired');
  vi.unstubAllGlobals();
});

function renderSender() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(getUser).queryKey, { id: 'ada' } as User);
  return renderPortalHook(() => useSender('c1'), undefined, client).result.current;
}

test('a citizen’s step is sent in the name of their account', () => {
  startSession('token');

  expect(renderSender()).toEqual({ account: 'ada', path: '/app/complaint/complaint-details/c1' });
});

test('a guest’s step is sent with the receipt code, even on a signed-in device', () => {
  const pair = { trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678' };
  startSession('token');
  actAsGuest({ token: 'guest', pair });

  expect(renderSender()).toMatchObject({ account: 'guest', receipt: pair });
});

test('useUser requests no account without a session', () => {
  const fetched = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', fetched);

  renderPortalHook(useUser, undefined);

  expect(fetched).not.toHaveBeenCalled();
});
