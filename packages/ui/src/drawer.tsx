import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';
import { useModal } from './lib/use-modal.ts';

type DrawerProps = {
  onClose: () => void;
  label: string;
  side?: 'start' | 'end';
  children: ReactNode;
};

/** Shows a menu that slides in on narrow screens. Put a close button among its children. */
export function Drawer({ onClose, label, side = 'start', children }: DrawerProps) {
  return (
    <dialog
      {...useModal(onClose)}
      aria-label={label}
      className={cx(
        'modal drawer h-dvh w-[min(20rem,100vw-3rem)] border-y-0',
        side === 'start' ? 'border-s-0' : 'ms-auto border-e-0',
      )}
    >
      {children}
    </dialog>
  );
}
