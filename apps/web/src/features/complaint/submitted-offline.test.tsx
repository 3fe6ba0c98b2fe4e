// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app';
import { type ComplaintCounts, countComplaints, type FiledComplaint } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { firstPage } from '../../lib/list/use-list-params.ts';
import { renderPortalHook } from '../../lib/testing/render.tsx';
import { showFiled, useComplaints } from './complaint.api.ts';

const complaint = {
  id: 'a',
  trackingId: 'SDP-26-7F3K92',
  title: 'No water',
  description: '<p>No water</p>',
  category: { id: 'c', name: 'Poor Service' },
  mda: { id: 'm', name: 'Ministry of Health' },
  status: 'Pending',
  history: [],
  attachments: [],
  promise: 'signed',
} as unknown as FiledComplaint;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a filed complaint is counted and listed even if the connection is lost right after', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const counts = { Resolved: 0, Processing: 0, Pending: 0, Canceled: 0, total: 0 } as ComplaintCounts;
  client.setQueryData(endpointQuery(countComplaints).queryKey, counts);
  vi.stubGlobal('fetch', async () => Response.json({ items: [], nextCursor: null }));
  const { result } = renderPortalHook(() => useComplaints(firstPage), undefined, client);
  await waitFor(() => expect(result.current.data?.items).toEqual([]));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));

  showFiled(client, complaint);

  await waitFor(() => expect(result.current.data?.items.map(({ id }) => id)).toEqual(['a']));
  expect(client.getQueryData(endpointQuery(countComplaints).queryKey)).toMatchObject({ total: 1, Pending: 1 });
});
