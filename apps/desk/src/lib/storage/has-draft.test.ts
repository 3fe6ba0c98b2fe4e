// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { saveDraft, useHasDraft } from './drafts.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a complaint has a draft from the first word until it is empty again', () => {
  const { result } = renderHook(() => useHasDraft('a', 'c1'));
  expect(result.current).toBe(false);

  act(() => void saveDraft('a', 'c1', { reply: 'Come on Monday', note: '' }));
  expect(result.current).toBe(true);
  act(() => void saveDraft('a', 'c1', { reply: ' ', note: '' }));

  expect(result.current).toBe(false);
});

test('the draft of a colleague is none', () => {
  const { result } = renderHook(() => useHasDraft('a', 'c1'));

  act(() => void saveDraft('b', 'c1', { reply: 'Come on Monday', note: '' }));

  expect(result.current).toBe(false);
});
