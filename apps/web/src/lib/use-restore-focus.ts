import { useEffect, useRef } from 'react';

/**
 * When what had the focus has gone from the screen, because a step changed what can be done, focus goes to the
 * heading instead of getting lost. Someone who had it elsewhere is left alone.
 */
export function useRestoreFocus(): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const keep = ({ target }: FocusEvent) => {
      last.current = target as Element;
    };
    document.addEventListener('focusin', keep);
    return () => document.removeEventListener('focusin', keep);
  }, []);
  useEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });
}
