// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyButton, type CopyHandle } from './copy-button.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>();
const label = 'Copy tracking ID';

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue(undefined);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: label })));
const said = () => screen.getByRole('status').textContent;

test('the copy button confirms a copy for two seconds', async () => {
  render(<CopyButton label={label} value="SDP-26-7KQ2M8" />);
  await press();
  expect(writeText).toHaveBeenCalledWith('SDP-26-7KQ2M8');
  expect(said()).toBe('Copied');
  act(() => void vi.advanceTimersByTime(1_900));
  expect(said()).toBe('Copied');
  act(() => void vi.advanceTimersByTime(200));
  expect(said()).toBe('');
});

test('where the browser refuses to copy, the text is selected for copying by hand', async () => {
  writeText.mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
  const target = { current: document.body.appendChild(document.createElement('span')) };
  target.current.textContent = 'SDP-26-7KQ2M8';
  render(<CopyButton label={label} value="SDP-26-7KQ2M8" target={target} />);
  await press();
  expect(said()).toBe('Press and hold to copy');
  expect(String(getSelection())).toBe('SDP-26-7KQ2M8');
  target.current.remove();
});

test('a shortcut copies just as the copy button does', async () => {
  const ref = createRef<CopyHandle>();
  render(<CopyButton label={label} value="SDP-26-7KQ2M8" ref={ref} text="Copy" />);
  await act(async () => ref.current!.copy());
  expect(said()).toBe('Copied');
  expect(screen.getByRole('button').textContent).toBe('Copy');
});
