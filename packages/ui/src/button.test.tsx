// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button, type ButtonProps } from './button.tsx';

const [act, submit] = [vi.fn<() => void>(), vi.fn<() => void>()];

function show(props: ButtonProps) {
  render(
    <form onSubmit={(event) => (event.preventDefault(), submit())}>
      <Button onClick={act} {...props}>
        Send
      </Button>
    </form>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button');
  fireEvent.click(button);
  return [button.textContent, button.getAttribute('aria-busy'), button.getAttribute('aria-disabled')];
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('a button calls its handler, and submits no form unless its type is submit', () => {
  expect(show({})).toEqual(['Send', null, null]);
  expect([act, submit].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  cleanup();

  show({ type: 'submit' });
  expect([act, submit].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});

test('a busy button shows that it is busy, and neither acts nor submits', () => {
  expect(show({ loading: true, type: 'submit' })).toEqual(['SendSend', 'true', 'true']);
  cleanup();
  expect(show({ loading: true, loadingText: 'Sending', type: 'submit' })).toEqual(['SendSending', 'true', 'true']);

  expect([act, submit].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test('a button with aria-disabled can still take the focus', () => {
  expect(show({ 'aria-disabled': true })).toEqual(['Send', null, 'true']);
});
