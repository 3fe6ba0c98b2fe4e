import { useRef, type PointerEvent } from 'react';

type Direction = 'start' | 'end' | 'up' | 'down';
type Swipe = { onPointerDown: Handler; onPointerMove: Handler; onPointerUp: Handler; onPointerCancel: Handler };
type Handler = (event: PointerEvent<HTMLElement>) => void;

/** Which way a movement of so many pixels goes, in the reading direction of the page. */
function directionOf(x: number, y: number, rtl: boolean): Direction {
  if (Math.abs(y) > Math.abs(x)) return y > 0 ? 'down' : 'up';
  return x > 0 === rtl ? 'start' : 'end';
}

/** Lets an element be pushed away: it follows the finger, and past `threshold` px in an allowed direction it goes. */
export function useSwipe(allowed: Direction[], threshold: number, onSwipe: () => void): Swipe {
  const start = useRef<{ x: number; y: number } | null>(null);

  const moved = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return null;
    const x = event.clientX - start.current.x;
    const y = event.clientY - start.current.y;
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const ok = allowed.includes(directionOf(x, y, rtl));
    return Math.abs(y) > Math.abs(x) ? { x: 0, y, length: Math.abs(y), ok } : { x, y: 0, length: Math.abs(x), ok };
  };
  const rest = (element: HTMLElement) => {
    start.current = null;
    element.style.removeProperty('translate');
  };

  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event) => {
      const by = moved(event);
      if (by?.ok) event.currentTarget.style.setProperty('translate', `${by.x}px ${by.y}px`);
    },
    onPointerUp: (event) => {
      const by = moved(event);
      if (by?.ok && by.length >= threshold) onSwipe();
      rest(event.currentTarget);
    },
    onPointerCancel: (event) => rest(event.currentTarget),
  };
}
