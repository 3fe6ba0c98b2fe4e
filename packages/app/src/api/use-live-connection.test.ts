// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLiveConnection } from './live-connection.ts';

let line: ReadableStreamDefaultController<Uint8Array>;
let signal: AbortSignal | null | undefined;
const lost = () => Promise.reject(new TypeError('no line'));
const settle = () => act(() => vi.advanceTimersByTimeAsync(100));
const send = (data: string) => act(async () => line.enqueue(new TextEncoder().encode(`data: ${data}\n\n`)));

function renderLine(onEvent: (data: string) => void = () => undefined) {
  return renderHook(
    (props) => useLiveConnection({ url: '/', headers: () => ({}), onMissed: () => undefined, onEvent: props.onEvent }),
    { initialProps: { onEvent } },
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    signal = init.signal;
    return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) }));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a live connection counts as open from the response of the server until it ends', async () => {
  const { result } = renderLine();
  expect(result.current).toBe(false);

  await settle();
  expect(result.current).toBe(true);
  await act(async () => line.close());

  expect(result.current).toBe(false);
});

test('rendering again keeps the live connection and delivers its events', async () => {
  const onEvent = vi.fn<(data: string) => void>();
  const { rerender } = renderLine(onEvent);
  await settle();
  const first = signal;

  rerender({ onEvent });
  await send('changed');

  expect(onEvent).toHaveBeenCalledExactlyOnceWith('changed');
  expect(signal).toBe(first);
});

test('a live connection that fails to open is tried again', async () => {
  const answer = fetch;
  vi.stubGlobal('fetch', lost);
  const { result } = renderLine();
  await settle();
  vi.stubGlobal('fetch', answer);

  await act(() => vi.advanceTimersByTimeAsync(30_000));

  expect(result.current).toBe(true);
});

test('an unmounted component closes its live connection', async () => {
  const { unmount } = renderLine();
  await settle();

  unmount();

  expect(signal?.aborted).toBe(true);
});
