import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { cx } from './lib/cx.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  label: string;
  size?: 's' | 'm';
  /** A small number beside the icon, not shown for 0; put it in `label` too. */
  badge?: number;
  onDark?: boolean;
};

/** Renders a square button with an icon only. Its size has a limit in px, so that it fits at 200 % text. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 'm', badge, onDark = false, className, ...rest } = props;
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={cx(
        'relative inline-grid shrink-0 place-items-center rounded-1 border-0 bg-transparent p-0 print:hidden disabled:opacity-55',
        size === 'm' ? 'size-[min(2.75rem,56px)]' : 'size-[min(1.75rem,40px)]',
        onDark ? 'on-dark text-banner-ink hover:bg-banner-dot' : 'text-ink hover:bg-sunken',
        className,
      )}
    >
      <span className="sr-only">{label}</span>
      <Icon name={icon} size={size} />
      {badge ? (
        <span
          aria-hidden="true"
          className={cx(
            'absolute start-7 top-0 h-4.5 min-w-4.5 rounded-pill bg-gold px-1 text-center text-[0.75rem] leading-4.5 font-bold text-on-gold tabular-nums ring-2',
            onDark ? 'ring-banner' : 'ring-paper',
          )}
        >
          {badge > 99 ? '99+' : badge}
        </span>
      ) : null}
    </button>
  );
}
