import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For something that goes away by the press of its own button: when it goes with the focus in it, the open panel
 * or dialog around it takes the focus, else the heading of the screen, so that nobody is thrown back to the start of
 * the page and Esc still closes what is open.
 */
export function useLeaveFocus<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const panel = element.closest<HTMLElement>('[tabindex="-1"]:not(main)');
      // The heading may be replaced in the same step.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const home = panel?.isConnected ? panel : document.querySelector<HTMLElement>('h1[tabindex]');
        home?.focus({ preventScroll: true });
      });
    };
  }, []);
  return box;
}
