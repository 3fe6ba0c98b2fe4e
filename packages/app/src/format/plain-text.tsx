import { cx } from '@baraza/ui';

/** Shows a text as typed: its own direction, its line breaks. */
export function PlainText({ className, children }: { className?: string; children: string }) {
  return (
    <p dir="auto" className={cx('whitespace-pre-wrap', className)}>
      {children}
    </p>
  );
}
