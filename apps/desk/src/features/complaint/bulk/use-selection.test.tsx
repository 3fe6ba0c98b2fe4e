// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { useRowLinks } from './use-row-links.ts';
import { between, useSelecting, useSelection } from './use-selection.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  // The row selected before has left the list.
  ['gone', 'b', ['a', 'b']],
])('selecting from row %s to %s selects %j', (from, to, expected) => {
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

afterEach(() => vi.clearAllMocks());

it('selecting a range selects every row in between', () => {
  const { result, chosen } = renderSelection();

  act(() => result.current.toggle('b'));
  act(() => result.current.toggle('d', 'b'));

  expect(chosen()).toBe('bcd');
});

it('a stack that is shut is selected and deselected whole', () => {
  const stack = listed.map(({ id }) => id);
  const { result } = renderHook(() => useSelection(listed, (id) => (id === 'a' ? stack : [id])));
  const chosen = () => result.current.chosen.map(({ id }) => id).join('');

  act(() => result.current.toggle('a'));
  expect([chosen(), result.current.isChosen('a')]).toEqual(['abc', true]);
  act(() => result.current.toggle('b'));
  expect([chosen(), result.current.isChosen('a')]).toEqual(['ac', false]);
  act(() => result.current.toggle('a'));
  expect(chosen()).toBe('abc');
  act(() => result.current.toggle('a'));
  expect(chosen()).toBe('');
});

it('a row that leaves the list is deselected', () => {
  const { result, rerender, chosen } = renderSelection();
  act(() => result.current.choose(['a', 'b', 'c', 'd']));

  rerender('acd');

  expect(chosen()).toBe('acd');
});

it('turning selection off clears it', () => {
  const { result, chosen } = renderSelection();
  act(() => result.current.choose(['a', 'b', 'c', 'd']));

  act(() => result.current.turn(false));
  act(() => result.current.turn(true));

  expect(chosen()).toBe('');
});

const listed = ['a', 'b', 'c'].map((id) => ({ id })) as DeskComplaintSummary[];
const close = vi.fn<() => void>();

function List({ openId }: { openId?: string }) {
  const selection = useSelection(listed);
  const rowLinks = useRowLinks(listed);
  const { turn, select } = useSelecting({ selection, rowLinks, openId, close });
  return (
    <>
      <p onPointerDown={() => turn(!selection.on)}>Turn</p>
      {listed.map(({ id }) =>
        selection.on ? (
          <input
            key={id}
            ref={rowLinks.refOf(id)}
            type="checkbox"
            aria-label={id}
            checked={selection.isChosen(id)}
            onChange={() => select?.(id, false)}
          />
        ) : (
          <a key={id} ref={rowLinks.refOf(id)} href={`#${id}`} onClick={(event) => select?.(id, event.shiftKey)}>
            {id}
          </a>
        ),
      )}
    </>
  );
}

const checked = () => screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'));
const turn = () => fireEvent.pointerDown(screen.getByText('Turn'));

it('the focus stays on its row while links become checkboxes and back', () => {
  renderAtDesk(<List />);
  screen.getByText('b').focus();

  turn();
  expect(document.activeElement).toBe(screen.getByLabelText('b'));
  turn();

  expect(document.activeElement).toBe(screen.getByText('b'));
});

it('the focus stays on the row with which the selection starts', () => {
  renderAtDesk(<List />);

  fireEvent.click(screen.getByText('b'));

  expect(checked()).toEqual(['b']);
  expect(document.activeElement).toBe(screen.getByLabelText('b'));
});

it('a range starts at the open complaint, which is then closed', () => {
  renderAtDesk(<List openId="a" />);

  fireEvent.click(screen.getByText('c'), { shiftKey: true });

  expect(checked()).toEqual(['a', 'b', 'c']);
  expect(close).toHaveBeenCalledOnce();
});
