// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { queueOf } from '../queues.ts';
import { QueueList, type QueueListProps } from './queue-list.tsx';

const [hold, move] = [vi.fn<(on: boolean) => void>(), vi.fn<(step: number) => void>()];

interface Shown {
  readonly key?: string;
  readonly q?: string;
  readonly query?: object;
  readonly rows?: readonly object[];
  readonly groups?: readonly object[] | null;
  readonly focused?: string;
}

function show({ key = 'mine', q = '', query = {}, rows = [], groups = null, focused }: Shown) {
  const rowLinks = { focusedId: () => focused, move, refOf: () => () => undefined };
  const list = { query, rows, groups, hold, isNew: () => false };
  const props = {
    queue: queueOf(key)!,
    q,
    list,
    rowLinks,
    to: (id: string) => `/${id}`,
    selection: { on: false },
    bulk: {},
  };
  renderAtDesk(<QueueList {...(props as unknown as QueueListProps)} />);
}

test.each<[Shown, RegExp]>([
  [{ query: { isSuccess: true } }, /^No complaints here\.$/u],
  [{ key: 'search', q: '123', query: { isSuccess: true } }, /^Nothing was found\.$/u],
  [
    { key: 'search', q: 'Obi', query: { isSuccess: true } },
    /^Nothing was found\.Last names and emails are found where you may see them/u,
  ],
  [{ key: 'search' }, /^Type a tracking ID/u],
  [{ key: 'search', q: 'Obi' }, /^Loading complaints/u],
  [{}, /^Loading complaints/u],
  [{ query: { isError: true, error: new Error('lost') } }, /^The list could not be loaded\./u],
])('an empty list of complaints says why: %j', (shown, words) => {
  show(shown);

  expect(document.querySelector('.queue-list')?.textContent).toMatch(words);
});

test('a queue keeps its order while it has the mouse or the focus', () => {
  show({});
  const list = document.querySelector('.queue-list')!;
  const button = list.appendChild(document.createElement('button'));
  const calls = () => hold.mock.calls.splice(0).map(([on]) => on);
  calls();

  fireEvent.pointerEnter(list, { pointerType: 'touch' });
  expect(calls()).toEqual([]);
  fireEvent.pointerEnter(list, { pointerType: 'mouse' });
  fireEvent.pointerLeave(list, { pointerType: 'mouse' });
  expect(calls()).toEqual([true, false]);
  button.focus();
  fireEvent.pointerLeave(list, { pointerType: 'mouse' });
  expect(calls()).toEqual([true, true]);
  fireEvent.blur(button, { relatedTarget: list });
  expect(calls()).toEqual([]);
  fireEvent.blur(button, { relatedTarget: document.body });
  expect(calls()).toEqual([false]);
});

test.each([
  ['ArrowDown', 'a', [[1]], false],
  ['ArrowUp', 'a', [[-1]], false],
  ['ArrowDown', undefined, [], true],
  ['Home', 'a', [], true],
])('the key %s moves the focus from row %s of a queue', (key, focused, moves, isLeft) => {
  move.mockClear();
  show({ focused });

  expect(fireEvent.keyDown(document.querySelector('.queue-list')!, { key })).toBe(isLeft);

  expect(move.mock.calls).toEqual(moves);
});

test('a queue keeps its order when the focus leaves it but the mouse rests on it', () => {
  show({});
  const list = document.querySelector('.queue-list')!;
  const button = list.appendChild(document.createElement('button'));
  vi.spyOn(list, 'matches').mockImplementation((selector) => selector === ':hover');
  hold.mockClear();

  fireEvent.blur(button, { relatedTarget: document.body });

  expect(hold).not.toHaveBeenCalled();
});
