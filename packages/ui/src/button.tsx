import type { ComponentProps, MouseEvent } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { cx } from './lib/cx.ts';

export type ButtonVariant = 'primary' | 'gold' | 'outline' | 'quiet' | 'danger' | 'danger-quiet';
export type ButtonSize = 's' | 'm' | 'l';

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-1 border-[1.5px] font-semibold leading-tight no-underline hover:no-underline text-center transition-colors duration-[120ms] disabled:opacity-55 aria-disabled:cursor-not-allowed print:hidden';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand border-brand text-on-brand hover:bg-brand-hover hover:border-brand-hover',
  gold: 'bg-gold border-gold text-on-gold hover:bg-gold-hover hover:border-gold-hover',
  outline: 'bg-surface border-line-strong text-ink hover:bg-sunken hover:border-ink-2',
  quiet: 'bg-transparent border-transparent text-brand hover:bg-brand-soft',
  danger: 'bg-danger border-danger text-on-danger hover:bg-danger-hover hover:border-danger-hover',
  'danger-quiet': 'bg-transparent border-transparent text-danger hover:bg-danger-soft',
};

const sizes: Record<ButtonSize, string> = {
  s: 'min-h-9 px-3 py-1 text-sm',
  m: 'min-h-11 px-4.5 py-2',
  l: 'min-h-12 px-5.5 py-2 text-lead',
};

const tight = { s: 'min-h-9 px-2.5 py-1 text-sm', m: 'min-h-11 px-2.5 py-2', l: 'min-h-12 px-3 py-2 text-lead' };

/** Returns the classes of a button, for links: `<Link className={buttonClass({ variant: 'gold' })}>`. */
export function buttonClass(look: { variant?: ButtonVariant; size?: ButtonSize; className?: string } = {}): string {
  const { variant = 'outline', size = 'm', className } = look;
  const padding = variant === 'quiet' || variant === 'danger-quiet' ? tight[size] : sizes[size];
  return cx(base, variants[variant], padding, className);
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  /** Busy: keeps its width, shows the spinner with `loadingText`, and ignores clicks. */
  loading?: boolean;
  loadingText?: string;
};

/** Renders a button. Its `type` is "button" by default, so that it does not submit a form by mistake. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, loading = false, loadingText, className, children, onClick, ...rest } = props;
  const ignore = (event: MouseEvent) => event.preventDefault();
  const iconSize = size === 's' ? 's' : 'm';
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? ignore : onClick}
    >
      {/* Both texts share one grid cell, so the wider one sets the width in either state. */}
      <span className="grid items-center justify-items-center *:col-start-1 *:row-start-1">
        <span className={cx('inline-flex items-center gap-2', loading && 'invisible')}>
          {icon && <Icon name={icon} size={iconSize} />}
          {children}
        </span>
        {(loading || loadingText) && (
          <span className={cx('inline-flex items-center gap-2', !loading && 'invisible')}>
            <Spinner className={size === 's' ? 'size-4' : undefined} />
            {loadingText ?? children}
          </span>
        )}
      </span>
    </button>
  );
}

/** Shows a turning ring of dots. Decoration: write the activity beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" className={cx('block size-5 animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity=".25" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
