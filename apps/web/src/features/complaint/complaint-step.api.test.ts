// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app';
import { getComplaint, listComplaints, type Complaint } from '@baraza/contract/complaint/complaint';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPortalHook } from '../../lib/testing/render.tsx';
import { useAppeal } from './complaint-step.api.ts';

const { queryKey } = endpointQuery(getComplaint, { params: { id: 'c1' } });

/** Requests a review; the server responds with this body and status. */
async function appeal(body: object, status: number) {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
  const client = new QueryClient();
  client.setQueryData(queryKey, { id: 'c1', state: 'resolved' } as Complaint);
  client.setQueryData([listComplaints.path], []);
  const { result } = renderPortalHook(useAppeal, undefined, client);
  await act(() => result.current.mutateAsync({ id: 'c1', reason: 'It is dark again.' }).catch(() => undefined));
  const old = [queryKey, [listComplaints.path]].map((key) => client.getQueryState(key)?.isInvalidated);
  return { complaint: client.getQueryData(queryKey), old };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a citizen’s step shows at once, and the lists are fetched again', async () => {
  const { complaint, old } = await appeal({ id: 'c1', state: 'appeal' }, 200);

  expect(complaint).toMatchObject({ state: 'appeal' });
  expect(old).toEqual([false, true]);
});

test('a citizen’s step that conflicts with one of the office reloads the complaint', async () => {
  const { old } = await appeal({ code: 'STATE_FORBIDS', message: 'It is closed.' }, 409);

  expect(old).toEqual([true, true]);
});

test('a citizen’s step that fails without a conflict leaves the complaint unchanged', async () => {
  const { old } = await appeal({ code: 'UNAVAILABLE', message: 'Try again later.' }, 503);

  expect(old).toEqual([false, false]);
});
