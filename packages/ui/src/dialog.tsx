import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './icon-button.tsx';
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

/** Shows a question or form over the page; under 45rem as a sheet from the bottom. It keeps the focus until closed. */
export function Dialog(props: DialogProps) {
  const { onClose, title, closeLabel, size = 'm', dismissable = true, children, footer } = props;
  const modal = useModal(onClose, dismissable);
  const titleId = useId();

  // On the body: a dialog may hold a form, and forms do not nest.
  return createPortal(
    <dialog {...modal} className="modal dialog" data-size={size} aria-labelledby={titleId}>
      <div className="grid gap-4 p-5 m:p-6">
        <div className="flex items-start justify-between gap-3">
          <h2 id={titleId} className="min-w-0 self-center">
            {title}
          </h2>
          {closeLabel && <IconButton icon="close" label={closeLabel} onClick={onClose} className="-me-2 -mt-2" />}
        </div>
        {children}
        {footer && <div className="dialog-foot flex flex-wrap justify-end gap-3 *:max-m:flex-1">{footer}</div>}
      </div>
    </dialog>,
    document.body,
  );
}
