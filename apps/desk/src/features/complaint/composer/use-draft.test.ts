// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '@baraza/app';
import { loadDraft } from '../../../lib/storage/drafts.ts';
import { officer, renderDeskHook } from '../../../lib/testing/render.tsx';
import { useDraft } from './use-draft.ts';

const stored = () => loadDraft(officer.id, 'c1').reply;
const renderDraft = () => renderDeskHook(() => useDraft('c1'), undefined);

function stubFullStorage() {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
}

afterEach(() => localStorage.clear());

test('a draft is stored as it is typed and shown as saved', () => {
  const { result } = renderDraft();

  act(() => result.current.write('reply', 'Come on Monday'));

  expect([stored(), result.current.isSaved]).toEqual(['Come on Monday', true]);
});

test('a draft that the browser refuses to store stays on the screen and is not called saved', () => {
  const { result } = renderDraft();
  stubFullStorage();

  act(() => result.current.write('reply', 'Come on Monday'));
  vi.unstubAllGlobals();

  expect([result.current.draft.reply, result.current.isSaved]).toEqual(['Come on Monday', false]);
});

test('a draft returns when its complaint is opened again', () => {
  const { result, unmount } = renderDraft();
  act(() => result.current.write('reply', 'Come on Monday'));
  unmount();

  expect(renderDraft().result.current.draft.reply).toBe('Come on Monday');
});

test('sending a reply deletes its draft and keeps the draft of the note', () => {
  const { result } = renderDraft();
  act(() => result.current.write('note', 'Ask the branch'));
  act(() => result.current.write('reply', 'Come on Monday'));

  act(() => result.current.write('reply', ''));

  expect(loadDraft(officer.id, 'c1')).toEqual({ reply: '', note: 'Ask the branch' });
});

test('the text of an undone reply comes before the draft begun since', () => {
  const { result: closed, unmount } = renderDraft();
  unmount();
  const { result: open } = renderDraft();
  act(() => open.current.write('reply', 'Come on Tuesday'));

  act(() => closed.current.restore('Come on Monday'));

  expect(stored()).toBe('Come on Monday\n\nCome on Tuesday');
});

test('the text of an undone reply comes before a draft that the browser refused to keep', () => {
  const { result } = renderDraft();
  stubFullStorage();
  act(() => result.current.write('reply', 'Come on Tuesday'));
  vi.unstubAllGlobals();

  act(() => result.current.restore('Come on Monday'));

  expect(result.current.draft.reply).toBe('Come on Monday\n\nCome on Tuesday');
});

test('logging out in another tab deletes all drafts, even one just typed', () => {
  startSession(crypto.randomUUID());
  const { result, unmount } = renderDraft();
  act(() => result.current.write('reply', 'Come on Monday'));

  endSession('logout');
  unmount();

  expect(stored()).toBe('');
});
