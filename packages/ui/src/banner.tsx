import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';
import { RingArt } from './ring-art.tsx';

export type BannerProps = {
  /** The heading element, e.g. `<h1 tabIndex={-1}>`; the banner gives it its size. */
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  /** One row: the heading, and the action beside it. */
  compact?: boolean;
  className?: string;
};

/** Shows the dark band at the head of a screen, with its rings. */
export function Banner({ title, text, action, compact, className }: BannerProps) {
  return (
    <div className={cx('banner on-dark', compact && 'banner-row', className)}>
      {!compact && <RingArt className="banner-rings" />}
      {title}
      {text && (
        <p className="max-w-[48ch] text-lead text-banner-ink-2 max-m:[text-shadow:0_0_0.5rem_var(--color-banner),0_0_0.5rem_var(--color-banner)]">
          {text}
        </p>
      )}
      {action && <div className={cx('grid', !compact && 'mt-3 w-full m:w-auto')}>{action}</div>}
    </div>
  );
}
