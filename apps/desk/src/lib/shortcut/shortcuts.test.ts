// @vitest-environment happy-dom
import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shortcutsPreference } from '../storage/preference.ts';
import { useShortcuts } from './shortcuts.ts';

const reply = vi.fn<() => void>();
const close = vi.fn<() => void>();
const openQueue = vi.fn<() => void>();

const offer = () => renderHook(() => useShortcuts({ r: reply, Escape: close, 'g m': openQueue }));
const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  shortcutsPreference.set('on');
  document.body.replaceChildren();
  // Ends a begun pair before the next test.
  press('x');
});

test.each(['r', 'R'])('the key %s runs the shortcut that a component offers', (key) => {
  offer();

  press(key);

  expect(reply).toHaveBeenCalledOnce();
});

test('on keyboards with other letters a shortcut follows the place of its key', () => {
  offer();

  press('ق', { code: 'KeyR' });
  press('ሀ', { code: 'Digit1' });

  expect(reply).toHaveBeenCalledOnce();
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'shortcuts leave key combinations to the browser: %o',
  (more) => {
    offer();

    press('r', more);

    expect(reply).not.toHaveBeenCalled();
  },
);

test('G and a letter run the shortcut of the pair, once', () => {
  offer();

  press('g');
  press('m');
  press('m');

  expect(openQueue).toHaveBeenCalledOnce();
});

test('G pressed twice before a letter runs no shortcut', () => {
  offer();

  press('g');
  press('g');
  press('m');

  expect(openQueue).not.toHaveBeenCalled();
});

test('the second key of a shortcut runs nothing after a while', () => {
  offer();
  const pressAt = (key: string, at: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(document.body, event);
  };

  pressAt('g', 10_000);
  pressAt('m', 11_501);

  expect(openQueue).not.toHaveBeenCalled();
});

test('shortcuts leave other keys to the browser', () => {
  offer();

  expect(press('n')).toBe(true);
  expect(press('r')).toBe(false);
});

test('a key typed in a field runs no shortcut', () => {
  offer();
  const field = document.body.appendChild(document.createElement('textarea'));

  fireEvent.keyDown(field, { key: 'r' });

  expect(reply).not.toHaveBeenCalled();
});

test.each(['<dialog open></dialog>', '<button aria-expanded="true" aria-controls="menu"></button>'])(
  'no shortcut runs while this is open: %s',
  (overlay) => {
    offer();
    document.body.insertAdjacentHTML('beforeend', overlay);

    press('r');

    expect(reply).not.toHaveBeenCalled();
  },
);

test('only Escape works while shortcuts are turned off', () => {
  shortcutsPreference.set('off');
  offer();

  press('r');
  press('Escape');

  expect(reply).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

test('an unmounted component offers no shortcut', () => {
  const { unmount } = offer();

  unmount();
  press('r');

  expect(reply).not.toHaveBeenCalled();
});
