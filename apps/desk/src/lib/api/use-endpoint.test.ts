// @vitest-environment happy-dom
import { exportAudit, inviteAgain, listStaff } from '@baraza/contract';
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../testing/render.tsx';
import { useDownload, useEndpoint } from './use-endpoint.ts';

function renderCall() {
  const { client, result } = renderDeskHook(() => useEndpoint(inviteAgain, listStaff), undefined);
  client.setQueryData([listStaff.path], []);
  return { result, isStale: () => client.getQueryState([listStaff.path])?.isInvalidated };
}

/** Names of the files that the browser saves. */
function watchSaved() {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

afterEach(() => vi.restoreAllMocks());

test('a successful change refetches the query that shows it', async () => {
  stubServer({ '*': {} });
  const { result, isStale } = renderCall();

  await act(() => result.current.mutateAsync({ params: { id: 'efua' } }));

  expect(isStale()).toBe(true);
});

test('a failed change refetches nothing', async () => {
  stubServer({ '*': Response.json({ code: 'UNAVAILABLE', message: 'Try again later.' }, { status: 503 }) });
  const { result, isStale } = renderCall();

  await act(() => expect(result.current.mutateAsync({ params: { id: 'efua' } })).rejects.toThrow('Try again later.'));

  expect(isStale()).toBe(false);
});

test.each([404, 409])('a change refused with %i refetches the query that shows it', async (status) => {
  stubServer({ '*': Response.json({ code: 'STATE_FORBIDS', message: 'It is confirmed.' }, { status }) });
  const { result, isStale } = renderCall();

  await act(() => expect(result.current.mutateAsync({ params: { id: 'efua' } })).rejects.toThrow('It is confirmed.'));

  expect(isStale()).toBe(true);
});

test('a download is busy until its file arrives, which is saved under its name', async () => {
  const saved = watchSaved();
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const { result } = renderDeskHook(() => useDownload(exportAudit), undefined);

  act(() => result.current.mutate({ query: {} }));
  await waitFor(() => expect(result.current.isPending).toBe(true));
  const headers = { 'content-disposition': 'attachment; filename="audit.csv"' };
  await act(async () => answer(new Response('at,actor', { headers })));

  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(saved).toEqual(['audit.csv']);
});

test('a refused download saves nothing and shows the reason', async () => {
  const saved = watchSaved();
  stubServer({ '*': Response.json({ code: 'UNAVAILABLE', message: 'Try again later.' }, { status: 503 }) });
  const { result } = renderDeskHook(() => useDownload(exportAudit), undefined);

  await act(() => expect(result.current.mutateAsync({ query: {} })).rejects.toThrow('Try again later.'));

  expect(saved).toEqual([]);
});
