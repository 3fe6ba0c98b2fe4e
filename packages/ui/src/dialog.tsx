import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './icon-button.tsx';
import { cx } from './lib/cx.ts';
import { useModal } from './lib/use-modal.ts';

export type DialogProps = {
  /** Called on Esc, the close button or a press outside; the owner then removes the dialog. */
  onClose: () => void;
  title: ReactNode;
  /** Label of the close button; without it there is none, and the footer needs one. */
  closeLabel?: string;
  /** 'l' is the 800 px dialog. */
  size?: 'm' | 'l';
  /** False: only the buttons close it (something is being sent). */
  dismissable?: boolean;
  children?: ReactNode;
  footer?: ReactNode;
};

/** Element in which the dialogs below open, hiding nothing. With null, they open over the page. */
export const DialogPlace = createContext<HTMLElement | null>(null);

/** Shows a question or form over the page or at its `DialogPlace`. */
export function Dialog(props: DialogProps) {
  const place = useContext(DialogPlace);
  // On the body: a dialog may hold a form, and forms do not nest.
  return createPortal(place ? <InPlace {...props} /> : <OverPage {...props} />, place ?? document.body);
}

/** Covers the page, under 45rem as a sheet from the bottom. It keeps the focus until closed. */
function OverPage(props: DialogProps) {
  const { onClose, size = 'm', dismissable = true } = props;
  const titleId = useId();
  return (
    <dialog {...useModal(onClose, dismissable)} className="modal dialog" data-size={size} aria-labelledby={titleId}>
      <Parts {...props} titleId={titleId} className="p-5 m:p-6" />
    </dialog>
  );
}

/** Stands in the page, which stays usable. It takes the focus and gives it back. */
function InPlace(props: DialogProps) {
  const { onClose, dismissable = true } = props;
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const first = panel.current?.querySelector<HTMLElement>('input, select, textarea, button[type=submit]');
    first?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (dismissable) onClose();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return (
    <div ref={panel} role="dialog" className="dialog-place" aria-labelledby={titleId}>
      <Parts {...props} titleId={titleId} className="px-5 py-3 max-m:px-3" />
    </div>
  );
}

function Parts(props: DialogProps & { titleId: string; className: string }) {
  const { titleId, title, closeLabel, onClose, children, footer, className } = props;
  return (
    <div className={cx('grid gap-4', className)}>
      <div className="flex items-start justify-between gap-3">
        <h2 id={titleId} className="min-w-0 self-center">
          {title}
        </h2>
        {closeLabel && <IconButton icon="close" label={closeLabel} onClick={onClose} className="-me-2 -mt-2" />}
      </div>
      {children}
      {footer && <div className="dialog-foot flex flex-wrap justify-end gap-3 *:max-m:flex-1">{footer}</div>}
    </div>
  );
}
