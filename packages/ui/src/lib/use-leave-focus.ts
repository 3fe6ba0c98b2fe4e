import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For something that goes away by the press of its own button: when it goes with the focus in it, the heading of the
 * screen takes the focus, so that nobody is thrown back to the start of the page.
 */
export function useLeaveFocus<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // The heading may be replaced in the same step.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
      });
    };
  }, []);
  return box;
}
