import { cx } from './lib/cx.ts';

export type ProgressBarProps = {
  /** Leave it out while the end is unknown. */
  value?: number;
  max?: number;
  label: string;
  className?: string;
};

/** How far something has come. */
export function ProgressBar({ value, max = 100, label, className }: ProgressBarProps) {
  return <progress value={value} max={max} aria-label={label} className={cx('bar', className)} />;
}
