// @vitest-environment happy-dom
import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '@baraza/app';
import { loadDraft } from '../../../lib/storage/drafts.ts';
import { officer, renderDeskHook } from '../../../lib/testing/render.tsx';
import { useDraft } from './use-draft.ts';

const stored = () => loadDraft(officer.id, 'c1').reply;
const renderDraft = () => renderDeskHook(() => useDraft('c1'), undefined);

beforeEach(() => {
  vi.useFakeTimers();
  startSession(crypto.randomUUID());
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.useRealTimers();
  localStorage.clear();
});

test('what is typed is kept after a pause, and said to be', () => {
  const { result } = renderDraft();

  act(() => result.current.write('reply', 'Come on Monday'));
  expect([stored(), result.current.status]).toEqual(['', 'pending']);

  act(() => void vi.advanceTimersByTime(400));
  expect([stored(), result.current.status]).toEqual(['Come on Monday', 'kept']);
});

test.each([
  ['the complaint is closed', (unmount: () => void) => unmount()],
  ['the tab is hidden', () => void fireEvent(document, new Event('visibilitychange'))],
])('what was just typed is kept when %s', (_, leave) => {
  const { result, unmount } = renderDraft();

  act(() => result.current.write('reply', 'Come on Monday'));
  leave(unmount);

  expect(stored()).toBe('Come on Monday');
});

test('a draft comes back when the complaint is opened again', () => {
  const { result, unmount } = renderDraft();
  act(() => result.current.write('reply', 'Come on Monday'));
  unmount();

  expect(renderDraft().result.current.draft.reply).toBe('Come on Monday');
});

test('a draft that was sent is gone, and the other one stays', () => {
  const { result } = renderDraft();
  act(() => result.current.write('note', 'Ask the branch'));
  act(() => result.current.write('reply', 'Come on Monday'));

  act(() => result.current.forget('reply'));

  expect(loadDraft(officer.id, 'c1')).toEqual({ reply: '', note: 'Ask the branch' });
});

test('logging out leaves no draft behind, even one that was just typed', () => {
  const { result, unmount } = renderDraft();
  act(() => result.current.write('reply', 'Come on Monday'));

  endSession('logout');
  unmount();

  expect(stored()).toBe('');
});
