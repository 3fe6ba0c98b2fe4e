// @vitest-environment happy-dom
import { countDeskComplaints, listDeskComplaints } from '@baraza/contract';
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderDeskHook, inTurn, stubServer } from '../../lib/testing/render.tsx';
import { useParents, useTransitionComplaint } from './complaint.api.ts';

test('the merge dialog lists similar complaints until a search', async () => {
  const { calls: sent } = stubServer({ '*': inTurn([{ id: 'similar' }], { items: [{ id: 'found' }] }) });
  const { result, rerender } = renderDeskHook(({ q }: { q: string }) => useParents('c1', q), { q: '' });
  await waitFor(() => expect(result.current.data).toEqual([{ id: 'similar' }]));

  rerender({ q: 'lamp' });
  expect(result.current.data).toEqual([{ id: 'similar' }]);
  await waitFor(() => expect(result.current.data).toEqual([{ id: 'found' }]));

  expect(sent[1]?.url).toContain('q=lamp');
});

test('a search for complaints to merge with is aborted by a newer one', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal);
    return new Promise<Response>(() => undefined);
  });
  const { rerender } = renderDeskHook(({ q }: { q: string }) => useParents('c1', q), { q: '' });

  for (const q of ['lamp', 'lamps']) rerender({ q });

  await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, false]));
});

test('lists and counts of complaints are refetched after an action', async () => {
  stubServer({ '*': { id: 'c1', allowed: ['note'] } });
  const { client, result } = renderDeskHook(() => useTransitionComplaint('c1'), undefined);
  const keys = [[countDeskComplaints.path], [listDeskComplaints.path, { sort: 'due' }]];
  for (const key of keys) client.setQueryData(key, {});

  await act(() => result.current.mutateAsync({ action: 'start', version: 1 }));

  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
