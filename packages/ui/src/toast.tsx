import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { removeToast, TOAST_MS, TOAST_SWIPE_PX, type ToastItem } from './lib/toast-store.ts';
import { useSwipe } from './lib/use-swipe.ts';

const roles = { success: 'status', info: 'status', error: 'alert' } as const;
const icons = { success: 'check', info: 'info', error: 'warning' } as const;

/** One toast: goes after four seconds (not while it is looked at), by swipe, or by its button. */
export function Toast({
  item,
  paused,
  closeLabel,
}: {
  item: ToastItem;
  paused: boolean;
  closeLabel: string;
}): ReactNode {
  const close = () => removeToast(item.id);
  const left = useRef(TOAST_MS);
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

  const away = item.position === 'bottom' ? (['end', 'down'] as const) : (['start', 'end', 'up'] as const);
  const swipe = useSwipe([...away], TOAST_SWIPE_PX, close);
  return (
    <div className="toast" data-tone={item.tone} data-toast="" {...swipe}>
      <Icon name={icons[item.tone]} className="toast-mark mt-0.5" />
      <p role={item.silent ? undefined : roles[item.tone]} className="min-w-0 flex-1 text-md font-medium">
        {ready && <bdi>{item.text}</bdi>}
      </p>
      <IconButton icon="close" size="s" label={closeLabel} onClick={close} className="-me-1.5" />
    </div>
  );
}
