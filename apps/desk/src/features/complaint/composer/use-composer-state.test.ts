// @vitest-environment happy-dom
import { allowedActions, type DeskComplaint } from '@baraza/contract';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { modesOf, startingMode, tabsOf, useComposerState } from './use-composer-state.ts';

const complaint = (...allowed: DeskComplaint['allowed']) => ({ allowed });
const working = complaint('reply', 'ask', 'resolve', 'note');
const write = () => renderHook((allowed: typeof working) => useComposerState(allowed), { initialProps: working });

test('the composer opens on the reply', () => {
  expect(write().result.current).toMatchObject({ tabs: ['reply', 'note'], tab: 'reply', mode: 'reply' });
});

test('the composer opens on the note where that is what was begun', () => {
  expect(renderHook(() => useComposerState(working, 'note')).result.current.tab).toBe('note');
});

test('the composer keeps the chosen step when switched to the note and back', () => {
  const { result } = write();

  act(() => result.current.open('reply', 'resolve'));
  act(() => result.current.open('note'));
  expect(result.current).toMatchObject({ tab: 'note', mode: 'resolve' });
  act(() => result.current.open('reply'));

  expect(result.current).toMatchObject({ tab: 'reply', mode: 'resolve' });
});

test('a draft question becomes a reply while questions are not allowed, and then a question again', () => {
  const { result, rerender } = write();
  act(() => result.current.open('reply', 'ask'));

  rerender(complaint('reply', 'note'));
  expect(result.current.mode).toBe('reply');
  rerender(working);

  expect(result.current.mode).toBe('ask');
});

test('the composer of a complaint closed meanwhile offers only the note', () => {
  const { result, rerender } = write();

  rerender(complaint('note'));

  expect(result.current).toMatchObject({ tabs: ['note'], tab: 'note', mode: null });
});

test.each([
  ['received', 'officer', ['reply', 'note'], null],
  ['in_progress', 'officer', ['reply', 'note'], 'reply'],
  ['awaiting_citizen', 'supervisor', ['reply', 'note'], 'reply'],
  ['resolved', 'officer', ['note'], null],
  ['rejected', 'supervisor', ['note'], null],
  ['in_progress', 'oversight', ['note'], null],
  ['in_progress', 'administrator', [], null],
] as const)('the composer offers what the state machine allows: %s, by %s', (state, role, tabs, mode) => {
  const allowed = allowedActions(state, role);
  expect(tabsOf(allowed)).toEqual(tabs);
  expect(startingMode(allowed, 'reply')).toBe(mode);
});

test('a step of the composer that is no longer allowed falls back to the first allowed one', () => {
  const allowed = allowedActions('awaiting_citizen', 'officer');
  expect(modesOf(allowed)).toEqual(['reply', 'resolve']);
  expect(startingMode(allowed, 'ask')).toBe('reply');
  expect(startingMode(allowed, 'resolve')).toBe('resolve');
});
