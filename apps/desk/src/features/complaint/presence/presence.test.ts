// @vitest-environment happy-dom
import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../../lib/testing/render.tsx';
import { notePresence, usePresent, useReportPresence } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const efua = { id: 'efua', name: 'Efua Boateng' };
const note = (open: boolean, writing: 'note' | null = null) =>
  act(() => notePresence({ complaint: 'c1', person: efua, open, writing }));

test('a colleague’s presence shows what they write until they close the complaint', () => {
  const { result } = renderHook(() => usePresent('c1'));

  note(true);
  expect(result.current).toEqual([{ person: efua, writing: null }]);
  note(true, 'note');
  expect(result.current).toEqual([{ person: efua, writing: 'note' }]);
  note(false);
  expect(result.current).toEqual([]);
});

test('a colleague whose tab died disappears within 30 seconds, one who reports again stays', () => {
  const { result } = renderHook(() => usePresent('c1'));

  note(true);
  act(() => void vi.advanceTimersByTime(20_000));
  note(true);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(result.current).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current).toEqual([]);
});

/** Reports presence at a complaint; returns the reports sent. */
function renderReport() {
  const { calls: sent } = stubServer({ '*': null });
  const rendered = renderHook(({ writing }) => useReportPresence('c1', writing), {
    initialProps: { writing: null as 'reply' | null },
  });
  const reports = () => sent.splice(0).map(({ body }) => body);
  return { ...rendered, reports };
}

const show = (visibilityState: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  fireEvent(document, new Event('visibilitychange'));
};

test('presence at a complaint is reported at once and every ten seconds', async () => {
  const { reports } = renderReport();

  expect(reports()).toEqual([{ open: true, writing: null }]);
  await vi.advanceTimersByTimeAsync(20_000);

  expect(reports()).toHaveLength(2);
});

test('presence reports writing as soon as it begins', () => {
  const { reports, rerender } = renderReport();
  reports();

  rerender({ writing: 'reply' });

  expect(reports()).toEqual([{ open: true, writing: 'reply' }]);
});

test('a complaint in a hidden tab is reported as closed until the tab is visible', async () => {
  const { reports } = renderReport();
  reports();

  show('hidden');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reports()).toEqual([{ open: false, writing: null }]);
  show('visible');

  expect(reports()).toEqual([{ open: true, writing: null }]);
});

test('leaving a complaint reports it as closed, once', async () => {
  const { reports, unmount } = renderReport();
  reports();

  unmount();
  await vi.advanceTimersByTimeAsync(20_000);

  expect(reports()).toEqual([{ open: false, writing: null }]);
});

test('a presence report without a response is sent again', async () => {
  const lost = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('no line')));
  vi.stubGlobal('fetch', lost);
  renderHook(() => useReportPresence('c1', null));

  await vi.advanceTimersByTimeAsync(10_000);

  expect(lost.mock.calls.length).toBeGreaterThan(1);
});
