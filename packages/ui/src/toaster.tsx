import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';
import { noticeLooks } from './notice.tsx';
import {
  currentToasts,
  removeToast,
  subscribeToToasts,
  TOAST_MS,
  TOAST_SWIPE_PX,
  type ToastAction,
  type ToastItem,
} from './lib/toast-store.ts';

export { toast } from './lib/toast-store.ts';

export type ToasterProps = { label: string; closeLabel: string };

const none: ToastItem[] = [];

/** Shows the toasts of `toast.success()` and its like. Once per app. Alt+T moves focus to them, Esc back. */
export function Toaster(texts: ToasterProps) {
  const items = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  return (['bottom', 'top'] as const).map((side) => {
    const here = items.filter((item) => item.position === side);
    // One landmark is enough for two stacks: the one at the top repeats texts of the page.
    const landmark = side === 'bottom' || here.length === items.length;
    return here.length > 0 && <ToastStack key={side} {...texts} side={side} landmark={landmark} items={here} />;
  });
}

function ToastStack(props: ToasterProps & { side: 'bottom' | 'top'; landmark: boolean; items: ToastItem[] }) {
  const { side, landmark, items, label, closeLabel } = props;
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const [paused, setPaused] = useState(false);
  const newest = items.at(-1)?.id;

  // In the top layer, so that an open dialog does not cover the message; shown again to stay above a newer dialog.
  useEffect(() => {
    const element = box.current;
    if (!element?.showPopover || element.contains(document.activeElement)) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [newest]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyT') return;
      event.preventDefault();
      before.current = document.activeElement;
      box.current?.focus();
    };
    const onVisibility = () => setPaused(document.hidden);
    document.addEventListener('keydown', onKey);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('visibilitychange', onVisibility);
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);

  const leave = () => {
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  };

  return (
    <div
      ref={box}
      role={landmark ? 'region' : 'group'}
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      data-side={side}
      className="toasts shadow-none outline-none print:hidden"
      // A toast that appears under a resting pointer is not being read: only a movement counts.
      onPointerMove={(event) => (event.movementX !== 0 || event.movementY !== 0) && setPaused(true)}
      onPointerLeave={() => setPaused(box.current?.contains(document.activeElement) ?? false)}
      onFocus={() => setPaused(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setPaused(false)}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      {items.map((item) => (
        <Toast key={item.id} item={item} paused={paused} closeLabel={closeLabel} />
      ))}
    </div>
  );
}

/** Shows a toast for four seconds, longer while it is read. Swipe or button end it. */
function Toast({ item, paused, closeLabel }: { item: ToastItem; paused: boolean; closeLabel: string }) {
  const close = () => removeToast(item.id);
  const left = useRef(item.action ? item.action.seconds * 1000 : TOAST_MS);
  // Text added to a live region is read out; text that it had from the start often is not.
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

  const swipe = useSwipe(close);
  const { tone } = item;
  const look = tone === 'error' ? noticeLooks.danger : noticeLooks[tone];
  const role = tone === 'error' ? 'alert' : 'status';
  return (
    <div
      className={cx(
        'toast flex items-start gap-3 rounded-2 border border-s-[0.3rem] border-line bg-raised px-4 py-3.5 text-ink select-none',
        look.edge,
      )}
      data-toast=""
      {...swipe}
    >
      <Icon name={look.icon} className={cx('mt-0.5', look.mark)} />
      <p role={item.silent ? undefined : role} className="min-w-0 flex-1 text-md font-medium">
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

type Press = PointerEvent<HTMLElement>;

/** Makes an element swipeable to a side: it follows the finger, and is dismissed past some pixels. */
function useSwipe(onSwipe: () => void) {
  const start = useRef<number | null>(null);
  const moved = (event: Press) => (start.current === null ? 0 : event.clientX - start.current);
  const rest = (element: HTMLElement) => {
    start.current = null;
    element.style.removeProperty('translate');
  };

  return {
    onPointerDown: (event: Press) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = event.clientX;
    },
    onPointerMove: (event: Press) => event.currentTarget.style.setProperty('translate', `${moved(event)}px`),
    onPointerUp: (event: Press) => {
      if (Math.abs(moved(event)) >= TOAST_SWIPE_PX) onSwipe();
      rest(event.currentTarget);
    },
    onPointerCancel: (event: Press) => rest(event.currentTarget),
  };
}
