// @vitest-environment happy-dom
import { staffMessage, type DeskComplaint, type HistoryEntry } from '@baraza/contract';
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { officer, renderDeskHook } from '../../../lib/testing/render.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import type { DraftHandle } from './use-draft.ts';
import { holdingDecisions, useHeldReplies } from './use-held-replies.ts';

const step = (action: HistoryEntry['action'], actorId = officer.id, text = '') =>
  ({ id: action, action, actor: 'Ada Obi', actorId, text }) as HistoryEntry;
const complaint = (...history: HistoryEntry[]): Pick<DeskComplaint, 'id' | 'history'> => ({ id: 'c1', history });
const before = step('reply');

/** Renders a complaint with one reply and two held ones. */
async function sendTwo() {
  const hook = renderDeskHook((shown) => useHeldReplies(shown, {} as DraftHandle), complaint(before));
  for (const text of ['first', 'second'])
    act(() => void hook.result.current.add({ hold: text, text, files: [], steps: 1 }));
  await waitFor(() => expect(hook.result.current.held).toHaveLength(2));
  return { ...hook, held: () => hook.result.current.held.map(({ text }) => text) };
}

test('a reply counts as held back until it appears in the history', async () => {
  const { held, rerender } = await sendTwo();

  rerender(complaint(before, step('reply')));
  expect(held()).toEqual(['second']);
  rerender(complaint(before, step('reply'), step('resolve')));

  expect(held()).toEqual([]);
});

test('a reply stays held back despite the reader’s notes and steps of a namesake', async () => {
  const { held, rerender } = await sendTwo();

  rerender(complaint(before, step('reply', 'namesake'), step('note')));

  expect(held()).toEqual(['first', 'second']);
});

test('a reply that could not be sent is no longer held back once its note appears', async () => {
  const { held, rerender } = await sendTwo();

  rerender(complaint(before, step('note', officer.id, `${staffMessage.replyNotSent}\n\nfirst`)));

  expect(held()).toEqual(['second']);
});

test('a rejection is asked for with a hold, and counts as held back until it appears in the history', async () => {
  const after = complaint(before) as DeskComplaint;
  const take = vi.fn<Transitions['act']>(async () => ({ after }));
  const { result, rerender } = renderDeskHook((shown) => useHeldReplies(shown, {} as DraftHandle), after);

  await act(() => holdingDecisions({ act: take } as unknown as Transitions, result.current).act('reject'));

  await waitFor(() => expect(result.current.decisions).toMatchObject([{ decision: { action: 'reject' } }]));
  expect(take.mock.calls).toEqual([['reject', { hold: result.current.decisions[0]?.hold }]]);
  rerender(complaint(before, step('reject')) as DeskComplaint);
  expect(result.current.decisions).toEqual([]);
});

test('a step that is no decision is taken at once', async () => {
  const take = vi.fn<Transitions['act']>(async () => undefined);
  const { result } = renderDeskHook((shown) => useHeldReplies(shown, {} as DraftHandle), complaint(before));

  await holdingDecisions({ act: take } as unknown as Transitions, result.current).act('assign', { assignee: null });

  expect(take.mock.calls).toEqual([['assign', { assignee: null }, undefined]]);
});
