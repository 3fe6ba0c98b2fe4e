import { cx } from '@baraza/ui';

/** Shows a text as it was typed, in its own direction and with its line breaks. */
export function PlainText({ className, children }: { className?: string; children: string }) {
  return (
    <p dir="auto" className={cx('whitespace-pre-wrap', className)}>
      {children}
    </p>
  );
}
