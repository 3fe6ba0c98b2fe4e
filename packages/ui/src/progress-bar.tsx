import { cx } from './lib/cx.ts';

export type ProgressBarProps = {
  /** Omit it while the total is unknown. */
  value?: number;
  max?: number;
  label: string;
  className?: string;
};

/** Shows the progress of something. */
export function ProgressBar({ value, max = 100, label, className }: ProgressBarProps) {
  return <progress value={value} max={max} aria-label={label} className={cx('bar', className)} />;
}
