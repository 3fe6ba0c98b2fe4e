// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useRowLinks } from './use-row-links.ts';

function renderLinks(...ids: string[]) {
  const rendered = renderHook((order: readonly string[]) => useRowLinks(order.map((id) => ({ id }))), {
    initialProps: ids,
  });
  for (const id of ids) {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = `#${id}`;
    link.id = id;
    rendered.result.current.refOf(id)(link);
  }
  return { ...rendered, move: (step: 1 | -1) => rendered.result.current.move(step) };
}

afterEach(() => document.body.replaceChildren());

test('without a focused row the key for upwards begins at the last row', () => {
  const { move } = renderLinks('a', 'b', 'c');

  expect(move(-1)).toBe('c');
  expect(document.activeElement?.id).toBe('c');
});

test('arrow keys move the focus from row to row and stop at the end of the list', () => {
  const { move } = renderLinks('a', 'b');

  expect([move(1), move(1), move(1)]).toEqual(['a', 'b', undefined]);
  expect(document.activeElement?.id).toBe('b');
});

test('arrow keys follow the new order of the rows after a change', () => {
  const { result, rerender, move } = renderLinks('a', 'b', 'c');
  result.current.focus('a');

  rerender(['a', 'c', 'b']);

  expect(move(1)).toBe('c');
});

test('a row that is no longer on the screen cannot take the focus', () => {
  const { result } = renderLinks('a');
  result.current.refOf('a')(null);

  expect(result.current.focus('a')).toBe(false);
  expect(result.current.focusedId()).toBeUndefined();
});
