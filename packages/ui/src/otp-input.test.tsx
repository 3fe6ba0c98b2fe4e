// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { OtpInput } from './otp-input.tsx';

const complete = vi.fn<(code: string) => void>();
const handle = createRef<{ focus: () => void }>();

function Code({ start = '', ...more }: { start?: string; disabled?: boolean; error?: string }) {
  const [value, setValue] = useState(start);
  const boxLabel = (box: number, of: number) => `Digit ${box} of ${of}`;
  return (
    <OtpInput ref={handle} label="Code" {...{ boxLabel, value, ...more }} onChange={setValue} onComplete={complete} />
  );
}

const box = (at: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Digit ${at} of 6` });
const typed = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value || '_')
    .join('');
const type = (at: number, value: string) => fireEvent.change(box(at), { target: { value } });
const press = (at: number, key: string) => fireEvent.keyDown(box(at), { key });
const paste = (at: number, text: string) => fireEvent.paste(box(at), { clipboardData: { getData: () => text } });

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('each typed digit moves to the next box, and the last one completes the code', () => {
  render(<Code />);
  for (const [index, digit] of ['1', '2', '3', '4', '5'].entries()) type(index + 1, digit);
  expect([typed(), document.activeElement]).toEqual(['12345_', box(6)]);
  expect(complete).not.toHaveBeenCalled();

  type(6, '6');

  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
});

test('a pasted code fills all boxes, whatever characters separate its digits', () => {
  render(<Code />);

  paste(3, ' 123-456 ');

  expect(typed()).toBe('123456');
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
  // The same code is not sent again.
  paste(1, '123456');
  expect(complete).toHaveBeenCalledOnce();
});

test('Backspace erases a digit, and then goes back', () => {
  render(<Code start="12" />);
  box(2).focus();

  expect(press(2, 'Backspace')).toBe(false);
  expect([typed(), document.activeElement]).toEqual(['1_____', box(2)]);
  press(2, 'Backspace');

  expect([typed(), document.activeElement]).toEqual(['1_____', box(1)]);
});

test('arrow keys move through the boxes of a code', () => {
  render(<Code />);
  press(2, 'ArrowRight');
  expect(document.activeElement).toBe(box(3));
  press(3, 'ArrowLeft');
  expect(document.activeElement).toBe(box(2));
});

test('the focus goes to the first empty box of a code, also after a press on a later one', () => {
  render(<Code start="12" />);
  handle.current?.focus();
  expect(document.activeElement).toBe(box(3));

  fireEvent.mouseUp(box(6));
  expect(document.activeElement).toBe(box(3));
  cleanup();

  render(<Code start="123456" />);
  fireEvent.mouseUp(box(4));
  expect(document.activeElement).toBe(box(4));
  handle.current?.focus();
  expect(document.activeElement).toBe(box(1));
});

test('a disabled code field accepts nothing, an enabled one only digits', () => {
  render(<Code start="1" disabled />);
  type(2, '2');
  expect([typed(), box(2).readOnly]).toEqual(['1_____', true]);
  cleanup();

  render(<Code start="1" />);
  type(2, 'x');
  expect([typed(), box(2).readOnly]).toEqual(['1_____', false]);
});

test('an error of a code marks all of its boxes', () => {
  render(<Code error="This code is not correct." />);

  expect(screen.getByRole('alert').textContent).toContain('This code is not correct.');
  expect(box(6).getAttribute('aria-invalid')).toBe('true');
  const described = screen.getByRole('group', { name: 'Code' }).getAttribute('aria-describedby')!;
  expect(document.getElementById(described)).toBe(screen.getByRole('alert'));
  cleanup();

  render(<Code />);
  expect(box(6).getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
