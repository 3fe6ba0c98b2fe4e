// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { CaseHistory } from './case-history.tsx';

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
  deliveries: [],
  history: ['first', 'second', 'third'].map(step),
} as unknown as DeskComplaint;

const place = () => screen.getByRole('region').scrollTop;

/** Renders the history at an address; each step is 100 pixels high. */
function openAt(hash = '') {
  window.history.replaceState({ index: 1 }, '', `/complaint/mine/c1${hash}`);
  const history = (turn: number) => (
    <CaseHistory complaint={complaint} fresh={new Set()} now={new Date('2024-05-09')} stale={false} turn={turn} />
  );
  const { rerender } = renderAtDesk(history(0));
  return { turn: (turn: number) => rerender(history(turn)) };
}

beforeEach(() => {
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(0, index * 100 - place());
  });
});
afterEach(() => {
  window.history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

test('the history of a complaint opens at its newest step', () => {
  openAt();

  expect(place()).toBe(192);
});

test('the history of a complaint opens at the step in the address', () => {
  openAt('#step-second');

  expect(place()).toBe(92);
});

test('a newer step scrolls the history on from the step in the address', () => {
  const { turn } = openAt('#step-second');

  turn(1);

  expect(place()).toBe(192);
});
