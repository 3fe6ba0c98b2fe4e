// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { between, useSelection } from './use-selection.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  // The row chosen before has left the list.
  ['gone', 'b', ['a', 'b']],
])('from %s to %s lie %j', (from, to, expected) => {
  expect(between(rows, from, to)).toEqual(expected);
});

const renderSelection = () => {
  const rendered = renderHook(
    (ids: string) => useSelection(ids.split('').map((id) => ({ id }) as DeskComplaintSummary)),
    {
      initialProps: 'abcd',
    },
  );
  act(() => rendered.result.current.turn(true));
  return { ...rendered, chosen: () => rendered.result.current.chosen.map(({ id }) => id).join('') };
};

afterEach(cleanup);

it('chooses everything from another row on', () => {
  const { result, chosen } = renderSelection();

  act(() => result.current.toggle('b'));
  act(() => result.current.toggle('d', 'b'));

  expect(chosen()).toBe('bcd');
});

it('lets a row go that leaves the list', () => {
  const { result, rerender, chosen } = renderSelection();
  act(() => result.current.choose(['a', 'b', 'c', 'd']));

  rerender('acd');

  expect(chosen()).toBe('acd');
});

it('forgets what was chosen when selecting is turned off', () => {
  const { result, chosen } = renderSelection();
  act(() => result.current.choose(['a', 'b', 'c', 'd']));

  act(() => result.current.turn(false));
  act(() => result.current.turn(true));

  expect(chosen()).toBe('');
});
