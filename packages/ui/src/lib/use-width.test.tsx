// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWidth } from './use-width.ts';

function Chart() {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} role="img">
      {useWidth(box)}
    </div>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a chart follows the width of its box until it is unmounted', () => {
  const watching = new Set<() => void>();
  vi.stubGlobal('ResizeObserver', function (this: object, measure: () => void) {
    return { observe: () => watching.add(measure), disconnect: () => watching.delete(measure) };
  });
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const { unmount } = render(<Chart />);
  expect(screen.getByRole('img').textContent).toBe('300');

  width.mockReturnValue(200);
  act(() => watching.forEach((measure) => measure()));
  expect(screen.getByRole('img').textContent).toBe('200');
  unmount();

  expect(watching.size).toBe(0);
});
