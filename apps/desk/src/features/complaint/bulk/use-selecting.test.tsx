// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { useRowLinks } from '../queue/use-row-links.ts';
import { useSelecting, useSelection } from './use-selection.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id })) as DeskComplaintSummary[];
const close = vi.fn<() => void>();

function List({ openId }: { openId?: string }) {
  const selection = useSelection(rows);
  const rowLinks = useRowLinks(rows);
  const { turn, select } = useSelecting({ selection, rowLinks, openId, close });
  return (
    <>
      <p onPointerDown={() => turn(!selection.on)}>Turn</p>
      {rows.map(({ id }) =>
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

const chosen = () => screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'));
const turn = () => fireEvent.pointerDown(screen.getByText('Turn'));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('the focus stays on its row while links become checkboxes and back', () => {
  renderAtDesk(<List />);
  screen.getByText('b').focus();

  turn();
  expect(document.activeElement).toBe(screen.getByLabelText('b'));
  turn();

  expect(document.activeElement).toBe(screen.getByText('b'));
});

test('a row that begins the selecting keeps the focus', () => {
  renderAtDesk(<List />);

  fireEvent.click(screen.getByText('b'));

  expect(chosen()).toEqual(['b']);
  expect(document.activeElement).toBe(screen.getByLabelText('b'));
});

test('a range begins at the open complaint, which is closed', () => {
  renderAtDesk(<List openId="a" />);

  fireEvent.click(screen.getByText('c'), { shiftKey: true });

  expect(chosen()).toEqual(['a', 'b', 'c']);
  expect(close).toHaveBeenCalledOnce();
});
