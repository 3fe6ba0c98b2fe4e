import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToasts, subscribeToToasts, type ToastItem } from './lib/toast-store.ts';
import { Toast } from './toast.tsx';

export { toast } from './lib/toast-store.ts';

export type ToasterProps = {
  /** Names the region; say the key too: "Notifications (Alt+T)". */
  label: string;
  closeLabel: string;
};

const none: ToastItem[] = [];

/** Shows the toasts of `toast.success()` and its like. Once per app. Alt+T moves focus to them, Esc back. */
export function Toaster({ label, closeLabel }: ToasterProps) {
  const items = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  const sides = (['bottom', 'top'] as const).map((side) => ({ side, items: items.filter((i) => i.position === side) }));
  return sides.map(
    (stack) =>
      stack.items.length > 0 && (
        <ToastStack
          key={stack.side}
          side={stack.side}
          // One landmark is enough where both stacks stand: the one at the top repeats what the page says, too.
          landmark={stack.side === 'bottom' || items.every((item) => item.position === 'top')}
          items={stack.items}
          label={label}
          closeLabel={closeLabel}
        />
      ),
  );
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
      className="toasts"
      // A toast that comes up under a resting pointer is not being looked at: only a movement counts.
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
