import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { removeToast, TOAST_MS, TOAST_SWIPE_PX, type ToastAction, type ToastItem } from './lib/toast-store.ts';

const roles = { success: 'status', info: 'status', error: 'alert' } as const;
const icons = { success: 'check', info: 'info', error: 'warning' } as const;

/** One toast: goes after four seconds (not while it is looked at), by swipe, or by its button. */
export function Toast({ item, paused, closeLabel }: { item: ToastItem; paused: boolean; closeLabel: string }) {
  const close = () => removeToast(item.id);
  const left = useRef(item.action ? item.action.seconds * 1000 : TOAST_MS);
  // Words that arrive in a live region are read out; words that were there when it appeared often are not.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => removeToast(item.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(500, left.current - (Date.now() - since));
    };
  }, [paused, item.id]);

  const swipe = useSwipe(item.position === 'bottom' ? ['end', 'down'] : ['start', 'end', 'up'], close);
  return (
    <div className="toast" data-tone={item.tone} data-toast="" {...swipe}>
      <Icon name={icons[item.tone]} className="toast-mark mt-0.5" />
      <p role={item.silent ? undefined : roles[item.tone]} className="min-w-0 flex-1 text-md font-medium">
        {ready && <bdi>{item.text}</bdi>}
      </p>
      {item.action && <Act action={item.action} close={close} />}
      <IconButton icon="close" size="s" label={closeLabel} onClick={close} className="-me-1.5" />
    </div>
  );
}

function Act({ action, close }: { action: ToastAction; close: () => void }) {
  const [seconds, setSeconds] = useState(action.seconds);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const press = () => {
    close();
    action.run();
  };
  return (
    <Button size="s" variant="quiet" className="-my-1.5 tabular-nums" onClick={press}>
      {action.label(seconds)}
    </Button>
  );
}

type Direction = 'start' | 'end' | 'up' | 'down';
type Swipe = { onPointerDown: Handler; onPointerMove: Handler; onPointerUp: Handler; onPointerCancel: Handler };
type Handler = (event: PointerEvent<HTMLElement>) => void;

function directionOf(x: number, y: number, rtl: boolean): Direction {
  if (Math.abs(y) > Math.abs(x)) return y > 0 ? 'down' : 'up';
  return x > 0 === rtl ? 'start' : 'end';
}

/** Lets an element be pushed away: it follows the finger, and past some pixels in an allowed direction it goes. */
function useSwipe(allowed: Direction[], onSwipe: () => void): Swipe {
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
      if (by?.ok && by.length >= TOAST_SWIPE_PX) onSwipe();
      rest(event.currentTarget);
    },
    onPointerCancel: (event) => rest(event.currentTarget),
  };
}
