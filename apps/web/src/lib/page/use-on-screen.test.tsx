// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOnScreen } from './use-on-screen.ts';

type Told = (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

/** What is watched, and who is told when it comes into view. */
const watched = new Map<Element, Told>();
class HandObserver {
  readonly #told: Told;
  constructor(told: Told) {
    this.#told = told;
  }
  observe = (element: Element) => watched.set(element, this.#told);
  disconnect = () => watched.clear();
}

function Answer({ hasBox = true }) {
  const box = useRef<HTMLDivElement>(null);
  const isOnScreen = useOnScreen(box);
  return (
    <>
      {hasBox && <div ref={box} data-testid="box" />}
      <output>{isOnScreen ? 'in view' : 'out of view'}</output>
    </>
  );
}

const told = () => screen.getByRole('status').textContent;
const scroll = (isIntersecting: boolean) => act(() => watched.get(screen.getByTestId('box'))?.([{ isIntersecting }]));

beforeEach(() => vi.stubGlobal('IntersectionObserver', HandObserver));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an element is in view from when it is scrolled to until it is scrolled away', () => {
  render(<Answer />);
  expect(told()).toBe('out of view');

  scroll(true);
  expect(told()).toBe('in view');
  scroll(false);

  expect(told()).toBe('out of view');
});

test('a screen that is left watches nothing', () => {
  const { unmount } = render(<Answer />);
  expect(watched.size).toBe(1);

  unmount();

  expect(watched.size).toBe(0);
});

test('without the element nothing is in view', () => {
  render(<Answer hasBox={false} />);

  expect([told(), watched.size]).toEqual(['out of view', 0]);
});
