// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, removeToast, TOAST_MS, type ToastOptions } from './lib/toast-store.ts';
import { toast, Toaster } from './toaster.tsx';

const run = vi.fn<() => void>();

/** Shows a toast below a field that has the focus. */
function say(options?: ToastOptions) {
  render(
    <>
      <input aria-label="Search" />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  );
  screen.getByLabelText('Search').focus();
  act(() => void toast.success('Sent.', options));
}

const shown = () => screen.queryByText('Sent.');
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** Pushes the toast with a finger by a number of pixels. */
function push(x: number, y: number) {
  const target = screen.getByText('Sent.');
  fireEvent.pointerDown(target, { button: 0, clientX: 100, clientY: 100 });
  fireEvent.pointerMove(target, { clientX: 100 + x, clientY: 100 + y });
  fireEvent.pointerUp(target, { clientX: 100 + x, clientY: 100 + y });
}

beforeEach(() => {
  vi.useFakeTimers();
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  cleanup();
  for (const { id } of currentToasts()) removeToast(id);
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('a toast disappears after four seconds', () => {
  say();

  pass(TOAST_MS - 1);
  expect(shown()).not.toBeNull();
  pass(1);

  expect(shown()).toBeNull();
});

test('a resting pointer does not keep a toast that appears under it', () => {
  say();

  fireEvent.pointerMove(screen.getByRole('region'), { movementX: 0, movementY: 0 });
  pass(TOAST_MS);

  expect(shown()).toBeNull();
});

test.each(['movementX', 'movementY'])(
  'a toast stays while the pointer moves on it, then its remaining time runs: %s',
  (movement) => {
    say();
    pass(TOAST_MS - 1000);

    fireEvent.pointerMove(screen.getByRole('region'), { movementX: 0, movementY: 0, [movement]: 1 });
    pass(TOAST_MS);
    expect(shown()).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('region'));
    pass(1000);

    expect(shown()).toBeNull();
  },
);

test('Alt+T moves the focus to the toasts, and Escape moves it back', () => {
  say();

  fireEvent.keyDown(document.body, { altKey: true, code: 'KeyT' });
  expect(document.activeElement).toBe(screen.getByRole('region'));
  fireEvent.keyDown(screen.getByRole('region'), { key: 'Escape' });

  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

test.each([30, -30])('swiping a toast by %i px to the side removes it', (x) => {
  say();

  push(x, 0);

  expect(shown()).toBeNull();
});

test.each([
  ['not far enough', 10, 0],
  ['down', 0, 30],
])('a toast that is swiped %s returns to its place', (_, x, y) => {
  say();

  push(x, y);

  expect(shown()).not.toBeNull();
  expect(document.querySelector<HTMLElement>('.toast')?.style.translate ?? '').toBe('');
});

test('the button of a toast counts down and runs its action once', () => {
  say({ action: { label: (seconds) => `Undo (${seconds})`, seconds: 10, run } });

  pass(3000);
  fireEvent.click(screen.getByText('Undo (7)'));

  expect(run).toHaveBeenCalledOnce();
  expect(shown()).toBeNull();
});

test('only one of two stacks of toasts is a landmark, and a single stack always is', () => {
  say({ position: 'top' });
  const roles = () => [...document.querySelectorAll('.toasts')].map((box) => box.getAttribute('role'));
  expect(roles()).toEqual(['region']);

  act(() => void toast.success('Saved.'));

  expect(roles()).toEqual(['region', 'group']);
});
