import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { cx } from './lib/cx.ts';

type Tone = 'info' | 'success' | 'warning' | 'danger';

/** Looks of the tones: an edge and a picture in one colour. */
export const noticeLooks: Record<Tone, { icon: IconName; edge: string; mark: string }> = {
  info: { icon: 'info', edge: 'border-s-brand', mark: 'text-brand' },
  success: { icon: 'check', edge: 'border-s-resolved-mark', mark: 'text-resolved-mark' },
  warning: { icon: 'warning', edge: 'border-s-pending-mark', mark: 'text-pending-mark' },
  danger: { icon: 'warning', edge: 'border-s-danger', mark: 'text-danger' },
};

export type NoticeProps = {
  tone?: Tone;
  title?: ReactNode;
  /** "alert" or "status" if it appears later; none if it is there from the start. */
  role?: 'alert' | 'status';
  children?: ReactNode;
  actions?: ReactNode;
  onClose?: () => void;
  closeLabel?: string;
  className?: string;
};

/** Shows a message in the page: a saved draft, a receipt, a failure. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', title, role, children, actions, onClose, closeLabel, className } = props;
  const look = noticeLooks[tone];
  return (
    <div role={role} className={cx('sheet flex items-start gap-3 border-s-[0.3rem] px-4 py-3.5', look.edge, className)}>
      <Icon name={look.icon} className={cx('mt-0.5', look.mark)} />
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <div className="font-semibold">{title}</div>}
        {children && <div className="text-md text-ink-2">{children}</div>}
        {actions && <div className="mt-1.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onClose && closeLabel && <IconButton icon="close" size="s" label={closeLabel} onClick={onClose} />}
    </div>
  );
}

export type LoadFailureProps = {
  title: string;
  message?: ReactNode;
  retryText: string;
  onRetry: () => void;
  retrying?: boolean;
};

/** Replaces a list or page that could not be loaded. No screen is empty. */
export function LoadFailure({ title, message, retryText, onRetry, retrying }: LoadFailureProps) {
  const box = useLeaveFocus();
  return (
    <div ref={box}>
      <Notice
        tone="danger"
        role="alert"
        title={title}
        actions={
          <Button size="s" icon="retry" onClick={onRetry} loading={retrying}>
            {retryText}
          </Button>
        }
      >
        {message}
      </Notice>
    </div>
  );
}

function useLeaveFocus(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const panel = element.closest<HTMLElement>('[tabindex="-1"]:not(main)');
      // The heading may be replaced in the same step.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const home = panel?.isConnected ? panel : document.querySelector<HTMLElement>('h1[tabindex]');
        home?.focus({ preventScroll: true });
      });
    };
  }, []);
  return box;
}
