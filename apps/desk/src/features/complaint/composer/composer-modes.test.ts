import { allowedActions } from '@baraza/contract';
import { describe, expect, it } from 'vitest';
import { modesOf, startingMode, tabsOf } from './composer-modes.ts';

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
