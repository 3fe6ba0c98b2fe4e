import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { Icon, type IconName } from './icon.tsx';
import { cx } from './lib/cx.ts';

type TriggerProps = { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void };

/** Allows other code to open the menu, such as a keyboard shortcut. */
export type MenuHandle = { open: () => void };

export type MenuProps = {
  /** Renders the button that opens it, with these props. */
  trigger: (props: TriggerProps, open: boolean) => ReactNode;
  label: string;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top';
  /** Under 45rem it covers the whole screen (notifications); offer a close button inside. */
  sheet?: boolean;
  children: (close: () => void) => ReactNode;
  className?: string;
  ref?: Ref<MenuHandle>;
};

const focusable = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Opens a panel under its button. A press outside, Esc or Tab closes it; arrow keys move through it. */
export function Menu({ trigger, label, align = 'end', side = 'bottom', sheet, children, className, ref }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }));

  const giveFocusBack = () => box.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  const close = () => {
    giveFocusBack();
    setOpen(false);
  };

  useEffect(() => {
    if (!open) return;
    (panel.current?.querySelector<HTMLElement>('input[type=search]') ?? panel.current)?.focus();
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !panel.current) return;
    event.preventDefault();
    const items = [...panel.current.querySelectorAll<HTMLElement>(focusable)];
    const here = items.indexOf(document.activeElement as HTMLElement);
    const next = here < 0 ? (step > 0 ? 0 : items.length - 1) : (here + step + items.length) % items.length;
    items[next]?.focus();
  };

  return (
    <div
      ref={box}
      className="relative inline-flex"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to && !event.currentTarget.contains(to)) setOpen(false);
      }}
    >
      {trigger({ 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) }, open)}
      <div
        ref={panel}
        id={id}
        role="group"
        aria-label={label}
        tabIndex={-1}
        hidden={!open}
        className={cx(
          'menu-panel',
          align === 'start' ? 'start-0' : 'end-0',
          side === 'top' ? 'bottom-[calc(100%+0.375rem)]' : 'top-[calc(100%+0.375rem)]',
          sheet && 'menu-sheet max-m:inset-0',
          className,
        )}
      >
        {open && children(close)}
      </div>
    </div>
  );
}

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-1 px-3 py-2 text-start text-md font-medium text-ink no-underline hover:bg-sunken hover:no-underline aria-[current]:bg-brand-soft aria-[current]:font-bold aria-[current]:text-brand-soft-ink';

export type MenuItemProps = ComponentProps<'button'> & {
  icon?: IconName;
  current?: boolean;
};

/** Renders one item of a menu. */
export function MenuItem({ icon, current, className, children, ...rest }: MenuItemProps) {
  return (
    <button type="button" {...rest} aria-current={current || undefined} className={cx(itemClass, className)}>
      {icon && <Icon name={icon} />}
      <span className="min-w-0 flex-1">{children}</span>
      {current && <Icon name="check" size="s" />}
    </button>
  );
}
