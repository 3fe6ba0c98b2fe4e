// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSeen } from './use-seen.ts';

/** Makes a complaint with this many steps; each makes a new version. */
function complaintWith(steps: number, actorId = 'namesake'): DeskComplaint {
  const history = Array.from({ length: steps }, (_, index) => ({ id: `step ${index + 1}`, actor: 'Ada Obi', actorId }));
  return { version: steps, history, trackingId: 'SDP-24-7F3K92' } as unknown as DeskComplaint;
}

function renderSeen(writing: boolean) {
  return renderHook(
    (props: { steps: number; writing: boolean }) => useSeen(complaintWith(props.steps), props.writing, 'me'),
    { initialProps: { steps: 1, writing } },
  );
}

test('steps of others are marked as new, and as read at once unless the reader is writing', () => {
  const { result, rerender } = renderSeen(false);

  rerender({ steps: 2, writing: false });

  expect([...result.current.fresh]).toEqual(['step 2']);
  expect(result.current).toMatchObject({ version: 2, unread: [] });
});

test('a reader who is writing acts on the version their text is based on', () => {
  const { result, rerender } = renderSeen(true);

  rerender({ steps: 2, writing: true });

  expect(result.current.version).toBe(1);
  expect(result.current.unread.map(({ id }) => id)).toEqual(['step 2']);
});

test('accepting unread steps makes them the version to act on', () => {
  const { result, rerender } = renderSeen(true);
  rerender({ steps: 2, writing: true });

  act(() => result.current.accept());

  expect(result.current).toMatchObject({ version: 2, unread: [] });
});

test('the reader’s own step is neither new nor unread', async () => {
  const { result, rerender } = renderSeen(true);

  await act(async () => {
    await result.current.own(() => Promise.resolve(complaintWith(2)));
  });
  rerender({ steps: 2, writing: true });

  expect(result.current.fresh.size).toBe(0);
  expect(result.current).toMatchObject({ version: 2, unread: [], turn: 1 });
});

test('the reader’s own held-back reply is neither new nor unread when it arrives', () => {
  const { result, rerender } = renderHook(
    ({ steps }: { steps: number }) => useSeen(complaintWith(steps, 'me'), true, 'me'),
    { initialProps: { steps: 1 } },
  );

  rerender({ steps: 2 });

  expect(result.current.fresh.size).toBe(0);
  expect(result.current).toMatchObject({ version: 2, unread: [], turn: 1 });
});
