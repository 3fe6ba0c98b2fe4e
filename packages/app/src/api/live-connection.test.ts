import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLiveConnection } from './live-connection.ts';

/** The response to one try to connect; the test sends it and ends its stream. */
interface Try {
  open(): void;
  end(): void;
  fail(): void;
}

let tries: Try[];
let page: EventTarget & { visibilityState: string };
let events: string[];
let hangUp: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  tries = [];
  events = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', () => {
    let resolve: (response: Response) => void;
    let reject: (error: Error) => void;
    let line: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) });
    tries.push({
      open: () => resolve(new Response(body)),
      end: () => line.close(),
      fail: () => reject(new TypeError('network')),
    });
    return new Promise<Response>((...settlers) => ([resolve, reject] = settlers));
  });
  const line = { url: '/', headers: () => ({}), onEvent: () => undefined, onMissed: () => events.push('missed') };
  hangUp = keepLiveConnection(
    () => line,
    (isOpen) => events.push(isOpen ? 'open' : 'closed'),
  );
});
afterEach(() => {
  hangUp();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

it('opening the live connection reloads all data, which may have changed since the page loaded', async () => {
  tries[0]?.open();
  await settle();
  expect(events).toEqual(['missed', 'open']);
});

it('all data are reloaded once after a lost connection or a hidden page', async () => {
  tries[0]?.open();
  await settle();
  tries[0]?.end();
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  tries[1]?.fail();
  await settle();
  await vi.advanceTimersByTimeAsync(2_000);
  tries[2]?.open();
  await settle();
  expect(events).toEqual(['missed', 'open', 'closed', 'closed', 'missed', 'open']);
  events = [];
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  tries[3]?.open();
  await settle();
  expect(events).toEqual(['closed', 'missed', 'open']);
});
