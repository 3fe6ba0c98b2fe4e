// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../../../lib/testing/render.tsx';
import { useBulk } from './use-bulk.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index + 1}`, version: 1 }) as DeskComplaintSummary);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('many complaints go in portions of ten', async () => {
  const sent = stubServer({ body: rows(12).map(({ id }) => ({ id, ok: true })) });
  const { result } = renderDeskHook(() => useBulk(), undefined);

  await act(() => result.current.run(rows(12), { action: 'reply', text: 'Come on Monday' }));

  expect(sent.map(({ body }) => (body as { items: unknown[] }).items.length)).toEqual([10, 2]);
  expect(result.current.results.filter(({ ok }) => ok)).toHaveLength(12);
  expect(result.current.running).toBe(false);
});

test('a complaint that is refused stops none of the others', async () => {
  const refused = { id: 'c1', ok: false, error: { code: 'STATE_FORBIDS', message: 'It is closed.' } };
  stubServer({ body: [refused, { id: 'c2', ok: true }] });
  const { result } = renderDeskHook(() => useBulk(), undefined);

  await act(() => result.current.run(rows(2), { action: 'assign', assignee: null }));

  expect(result.current.results.map(({ ok, lost, text }) => [ok, lost, text])).toEqual([
    [false, false, 'It is closed.'],
    [true, false, ''],
  ]);
});

test('complaints whose answer was lost are marked as such', async () => {
  stubServer({ status: 503, body: { code: 'UNAVAILABLE', message: 'Try again later.' } });
  const { result } = renderDeskHook(() => useBulk(), undefined);

  await act(() => result.current.run(rows(1), { action: 'assign', assignee: null }));

  expect(result.current.results).toMatchObject([{ ok: false, lost: true }]);
});
