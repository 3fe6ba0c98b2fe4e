import { describe, expect, it } from 'vitest';
import { createEventReader, readEvents, retryDelay } from './event-stream.ts';

function read(...pieces: string[]): string[] {
  const seen: string[] = [];
  const take = createEventReader((data) => seen.push(data));
  pieces.forEach(take);
  return seen;
}

describe('event stream', () => {
  it('the event stream returns each event once, however its bytes are split', () => {
    const whole = ': open\n\ndata: {"id":"1"}\n\ndata: {"id":"2"}\n\n';
    expect(read(whole)).toEqual(['{"id":"1"}', '{"id":"2"}']);
    expect(read(...whole.split(''))).toEqual(['{"id":"1"}', '{"id":"2"}']);
  });

  it('the event stream ignores lines that are not data', () => {
    expect(read('data: a\n\n: \n\nretry: 5\n\ndata: b\n\n')).toEqual(['a', 'b']);
  });

  it('the event stream ignores an incomplete event', () => {
    expect(read('data: a\n')).toEqual([]);
  });

  it('the event stream is read to its end', async () => {
    const seen: string[] = [];
    const bytes = new TextEncoder().encode('data: é\n\n');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    await readEvents(body, (data) => seen.push(data));
    expect(seen).toEqual(['é']);
  });
});

it('the wait before reconnecting grows with each failure up to half a minute, spread at random', () => {
  expect([1, 2, 3, 6, 40].map((n) => retryDelay(n, () => 1))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  expect(retryDelay(3, () => 0)).toBe(2000);
});
