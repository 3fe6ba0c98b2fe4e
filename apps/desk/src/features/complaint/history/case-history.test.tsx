// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { CaseHistory, foldReminders } from './case-history.tsx';

const step = (id: string) => ({
  id,
  action: 'note',
  visibility: 'internal',
  by: 'officer',
  actor: id,
  at: '2024-05-08',
});
const complaint = {
  id: 'c1',
  attachments: [],
  citizen: { name: 'Amina B.' },
  history: ['first', 'second', 'third'].map(step),
} as unknown as DeskComplaint;

/** What looks at the size of the history; told by hand that it has changed. */
const observers = new Set<() => void>();
class HandObserver {
  readonly #change: () => void;
  constructor(change: () => void) {
    this.#change = change;
  }
  observe = () => observers.add(this.#change);
  disconnect = () => observers.delete(this.#change);
}

const grow = () => act(() => [...observers].forEach((change) => change()));
const place = () => {
  grow();
  return screen.getByRole('region').scrollTop;
};

/** The history at an address; each step is 100 pixels high. */
function openAt(hash = '') {
  window.history.replaceState({ index: 1 }, '', `/complaint/mine/c1${hash}`);
  const history = (turn: number) => (
    <CaseHistory complaint={complaint} fresh={new Set()} now={new Date('2024-05-09')} stale={false} turn={turn} />
  );
  const { rerender, unmount } = renderAtDesk(history(0));
  return { unmount, turn: (turn: number) => rerender(history(turn)) };
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', HandObserver);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100;
  });
});
afterEach(() => {
  cleanup();
  observers.clear();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

test('a history opens at its newest step', () => {
  openAt();

  expect(place()).toBe(192);
});

test('a history opens at the step that the address names', () => {
  openAt('#step-second');

  expect(place()).toBe(92);
});

test('what is new since leads on from the step that the address names', () => {
  const { turn } = openAt('#step-second');

  turn(1);

  expect(place()).toBe(192);
});

test('whoever scrolls stays where they are while more is loaded', () => {
  openAt();
  place();

  fireEvent.wheel(screen.getByRole('region'));
  screen.getByRole('region').scrollTop = 10;

  expect(place()).toBe(10);
});

test('a history that is left looks at no size any more', () => {
  const { unmount } = openAt();

  unmount();

  expect(observers.size).toBe(0);
});

const notices = (...actions: Parameters<typeof foldReminders>[0][number]['action'][]) =>
  actions.map((action, index) => ({ id: String(index), action }));

test('folds the notices of the clocks that stand together, but for the last', () => {
  const history = notices('submit', 'remind', 'escalate', 'escalate', 'start', 'remind', 'escalate', 'note', 'remind');
  expect([...foldReminders(history)]).toEqual([['3', ['1', '2']]]);
});

test('folds those at the end, where nobody has done anything since', () => {
  expect([...foldReminders(notices('submit', 'remind', 'escalate', 'escalate', 'escalate'))]).toEqual([
    ['4', ['1', '2', '3']],
  ]);
  expect(foldReminders(notices('submit', 'reply')).size).toBe(0);
});
