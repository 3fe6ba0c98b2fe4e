// @vitest-environment happy-dom
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shortcutsPreference } from '../storage/preference.ts';
import { useCommands } from './commands.ts';
import { useShortcuts } from './use-shortcuts.ts';

const reply = vi.fn<() => void>();
const close = vi.fn<() => void>();
const openQueue = vi.fn<() => void>();

function offerCommands() {
  return renderHook(() => {
    useCommands({ reply, close, 'queue m': openQueue });
    useShortcuts();
  });
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  cleanup();
  shortcutsPreference.set('on');
  document.body.replaceChildren();
});

test('a key runs the command that a component offers', () => {
  offerCommands();

  fireEvent.keyDown(document.body, { key: 'r' });

  expect(reply).toHaveBeenCalledOnce();
});

test('G and a letter open a queue', () => {
  offerCommands();

  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 'm' });

  expect(openQueue).toHaveBeenCalledOnce();
});

test('a key that no command uses keeps its meaning in the browser', () => {
  offerCommands();

  expect(fireEvent.keyDown(document.body, { key: 'n' })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'r' })).toBe(false);
});

test('a key typed in a field runs no command', () => {
  offerCommands();
  const field = document.body.appendChild(document.createElement('textarea'));

  fireEvent.keyDown(field, { key: 'r' });

  expect(reply).not.toHaveBeenCalled();
});

test.each(['<dialog open></dialog>', '<button aria-expanded="true" aria-controls="menu"></button>'])(
  'no key runs a command while this is open: %s',
  (overlay) => {
    offerCommands();
    document.body.insertAdjacentHTML('beforeend', overlay);

    fireEvent.keyDown(document.body, { key: 'r' });

    expect(reply).not.toHaveBeenCalled();
  },
);

test('with shortcuts turned off only Escape runs its command', () => {
  shortcutsPreference.set('off');
  offerCommands();

  fireEvent.keyDown(document.body, { key: 'r' });
  fireEvent.keyDown(document.body, { key: 'Escape' });

  expect(reply).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

test('a component that is gone offers nothing', () => {
  renderHook(() => useShortcuts());
  const { unmount } = renderHook(() => useCommands({ reply }));

  unmount();
  fireEvent.keyDown(document.body, { key: 'r' });

  expect(reply).not.toHaveBeenCalled();
});
