// @vitest-environment happy-dom
import { allowedActions, type DeskComplaint } from '@baraza/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, test } from 'vitest';
import { modesOf, startingMode, tabsOf, useComposerState } from './use-composer-state.ts';

const complaint = (...allowed: DeskComplaint['allowed']) => ({ allowed });
const working = complaint('reply', 'ask', 'resolve', 'note');
const write = () => renderHook(useComposerState, { initialProps: working });

afterEach(cleanup);

test('a complaint opens at the reply', () => {
  expect(write().result.current).toMatchObject({ tabs: ['reply', 'note'], tab: 'reply', mode: 'reply' });
});

test('what is chosen stays over a note', () => {
  const { result } = write();

  act(() => result.current.open('reply', 'resolve'));
  act(() => result.current.open('note'));
  expect(result.current).toMatchObject({ tab: 'note', mode: 'resolve' });
  act(() => result.current.open('reply'));

  expect(result.current).toMatchObject({ tab: 'reply', mode: 'resolve' });
});

test('a question that may no longer be asked gives way to a reply, and is there again once it may', () => {
  const { result, rerender } = write();
  act(() => result.current.open('reply', 'ask'));

  rerender(complaint('reply', 'note'));
  expect(result.current.mode).toBe('reply');
  rerender(working);

  expect(result.current.mode).toBe('ask');
});

test('of a complaint that is closed meanwhile only the note is left', () => {
  const { result, rerender } = write();

  rerender(complaint('note'));

  expect(result.current).toMatchObject({ tabs: ['note'], tab: 'note', mode: null });
});

describe('what can be written, by the state machine', () => {
  it.each([
    ['received', 'officer', ['reply', 'note'], null],
    ['in_progress', 'officer', ['reply', 'note'], 'reply'],
    ['awaiting_citizen', 'supervisor', ['reply', 'note'], 'reply'],
    ['resolved', 'officer', ['note'], null],
    ['rejected', 'supervisor', ['note'], null],
    ['in_progress', 'oversight', ['note'], null],
    ['in_progress', 'administrator', [], null],
  ] as const)('%s, by %s', (state, role, tabs, mode) => {
    const allowed = allowedActions(state, role);
    expect(tabsOf(allowed)).toEqual(tabs);
    expect(startingMode(allowed, 'reply')).toBe(mode);
  });

  it('gives way when the wanted mode is no longer allowed', () => {
    const allowed = allowedActions('awaiting_citizen', 'officer');
    expect(modesOf(allowed)).toEqual(['reply', 'resolve']);
    expect(startingMode(allowed, 'ask')).toBe('reply');
    expect(startingMode(allowed, 'resolve')).toBe('resolve');
  });
});
