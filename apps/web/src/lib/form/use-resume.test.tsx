// @vitest-environment happy-dom
import { reportContact } from '@baraza/app/use-online';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useResume } from './use-resume.ts';

afterEach(() => {
  cleanup();
  reportContact(true);
});

const loseAndRegain = () => {
  act(() => reportContact(false));
  act(() => reportContact(true));
};

function renderLost() {
  const send = vi.fn<() => void>();
  const { rerender } = renderHook(useResume, { initialProps: { isLost: false, content: { title: 'a' }, send } });
  const content = { title: 'b' };
  rerender({ isLost: false, content, send });
  rerender({ isLost: true, content, send });
  return { send, rerender };
}

test('what got no answer is sent again when the connection is back', () => {
  const { send } = renderLost();

  loseAndRegain();

  expect(send).toHaveBeenCalledOnce();
});

test('a form that was changed meanwhile is not sent by itself', () => {
  const { send, rerender } = renderLost();
  rerender({ isLost: true, content: { title: 'changed' }, send });

  loseAndRegain();

  expect(send).not.toHaveBeenCalled();
});

test('what never gets an answer is left to the person after five tries', () => {
  const { send } = renderLost();

  for (let times = 0; times < 8; times += 1) loseAndRegain();

  expect(send).toHaveBeenCalledTimes(5);
});
