// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { saveDraft, useHasDraft } from './drafts.ts';

afterEach(() => localStorage.clear());

test('a complaint is marked as draft from its first word until the text is empty', () => {
  const { result } = renderHook(() => useHasDraft('a', 'c1'));
  expect(result.current).toBe(false);

  act(() => void saveDraft('a', 'c1', { reply: 'Come on Monday', note: '' }));
  expect(result.current).toBe(true);
  act(() => void saveDraft('a', 'c1', { reply: ' ', note: '' }));

  expect(result.current).toBe(false);
});

test('a colleague’s draft does not mark the complaint', () => {
  const { result } = renderHook(() => useHasDraft('a', 'c1'));

  act(() => void saveDraft('b', 'c1', { reply: 'Come on Monday', note: '' }));

  expect(result.current).toBe(false);
});
