// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOnScreen } from './use-on-screen.ts';

type Callback = (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

/** Observed elements and their callbacks. */
const watched = new Map<Element, Callback>();
class ManualObserver {
  readonly #callback: Callback;
  constructor(callback: Callback) {
    this.#callback = callback;
  }
  observe = (element: Element) => watched.set(element, this.#callback);
  disconnect = () => watched.clear();
}

function Page({ hasBox = true }) {
  const box = useRef<HTMLDivElement>(null);
  const isOnScreen = useOnScreen(box);
  return (
    <>
      {hasBox && <div ref={box} data-testid="box" />}
      <output>{isOnScreen ? 'in view' : 'out of view'}</output>
    </>
  );
}

const view = () => screen.getByRole('status').textContent;
const scroll = (isIntersecting: boolean) => act(() => watched.get(screen.getByTestId('box'))?.([{ isIntersecting }]));

beforeEach(() => vi.stubGlobal('IntersectionObserver', ManualObserver));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an element counts as in view from scrolling to it until scrolling away', () => {
  render(<Page />);
  expect(view()).toBe('out of view');

  scroll(true);
  expect(view()).toBe('in view');
  scroll(false);

  expect(view()).toBe('out of view');
});

test('an unmounted screen no longer observes what is in view', () => {
  const { unmount } = render(<Page />);
  expect(watched.size).toBe(1);

  unmount();

  expect(watched.size).toBe(0);
});

test('an element that is not rendered counts as out of view', () => {
  render(<Page hasBox={false} />);

  expect([view(), watched.size]).toEqual(['out of view', 0]);
});
