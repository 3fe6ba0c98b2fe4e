// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app';
import { getDeskFeedback, listDeskFeedback, type DeskFeedback } from '@baraza/contract';
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../../lib/testing/render.tsx';
import { type FeedbackFilter, useFeedbackList, useReplyToFeedback } from './feedback.api.ts';

const { queryKey } = endpointQuery(getDeskFeedback, { params: { id: 'f1' } });

function renderReply() {
  const { client, result } = renderDeskHook(() => useReplyToFeedback('f1'), undefined);
  client.setQueryData(queryKey, { id: 'f1' } as DeskFeedback);
  client.setQueryData([listDeskFeedback.path], []);
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { client, result, isStale };
}

test('a feedback reply shows at once, and the list is refetched', async () => {
  stubServer({ '*': { id: 'f1', status: 'Replied' } });
  const { client, result, isStale } = renderReply();

  await act(() => result.current.mutateAsync({ text: 'Thank you' }));

  expect(client.getQueryData(queryKey)).toMatchObject({ status: 'Replied' });
  expect([isStale(queryKey), isStale([listDeskFeedback.path])]).toEqual([false, true]);
});

test('a feedback reply refused because a colleague replied first keeps the form and its text', async () => {
  stubServer({ '*': Response.json({ code: 'STATE_FORBIDS', message: 'It is answered.' }, { status: 409 }) });
  const { result, isStale } = renderReply();

  await act(() => expect(result.current.mutateAsync({ text: 'Thank you' })).rejects.toThrow('It is answered.'));

  expect(isStale(queryKey)).toBe(false);
});

test.each([
  ['feedback found before stays while a new search runs', { q: 'light' }, ['f1']],
  ['feedback of one tab is not shown in another', { status: 'Replied' }, undefined],
] as const)('%s', async (_, next, expected) => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('q=') || url.includes('status=')
      ? new Promise<Response>(() => undefined)
      : Response.json({ items: [{ id: 'f1' }], nextCursor: null }),
  );
  const { result, rerender } = renderDeskHook((filter: FeedbackFilter) => useFeedbackList(filter), {});
  await waitFor(() => expect(result.current.isSuccess).toBe(true));

  rerender(next);

  expect(result.current.data?.pages[0]?.items.map(({ id }) => id)).toEqual(expected);
});
