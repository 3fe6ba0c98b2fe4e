import { useEffect, type RefObject } from 'react';

/** Keeps toasts above the composer: they must not cover the send button. */
export function useToastLift(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const root = document.documentElement;
    const lift = () =>
      root.style.setProperty('--toast-lift', `${innerHeight - element.getBoundingClientRect().top - 12}px`);
    const observer = new ResizeObserver(lift);
    observer.observe(element);
    window.addEventListener('resize', lift);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', lift);
      root.style.removeProperty('--toast-lift');
    };
  }, [box]);
}
