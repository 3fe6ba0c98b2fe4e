import type { ReactNode } from 'react';
import { useModal } from './lib/use-modal.ts';

export type DrawerProps = {
  onClose: () => void;
  label: string;
  side?: 'start' | 'end';
  children: ReactNode;
};

/** The menu that slides in on narrow screens. Put a close button among its children. */
export function Drawer({ onClose, label, side = 'start', children }: DrawerProps) {
  return (
    <dialog {...useModal(onClose)} className="modal drawer" data-side={side} aria-label={label}>
      {children}
    </dialog>
  );
}
