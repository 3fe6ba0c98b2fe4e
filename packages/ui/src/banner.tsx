import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';
import { RingArt } from './ring-art.tsx';

export type BannerProps = {
  /** The heading element, e.g. `<h1 tabIndex={-1}>`; the banner gives it its size. */
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** Shows the dark band at the head of a screen, with its rings. */
export function Banner({ title, text, action, className }: BannerProps) {
  return (
    <div className={cx('banner on-dark', className)}>
      <RingArt className="banner-rings" />
      {title}
      {text && (
        <p className="max-w-[48ch] text-lead text-banner-ink-2 max-m:[text-shadow:0_0_0.5rem_var(--color-banner),0_0_0.5rem_var(--color-banner)]">
          {text}
        </p>
      )}
      {action && <div className="mt-3 grid w-full m:w-auto">{action}</div>}
    </div>
  );
}
