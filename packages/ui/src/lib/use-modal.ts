import { useLayoutEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react';

/** Opens a native dialog while its component is mounted. The browser gives focus back. */
export function useModal(onClose: () => void, dismissable = true) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const page = document.documentElement;
    // The page does not scroll while a dialog is open; the space of its scroll bar is kept.
    const gutter = page.style.scrollbarGutter;
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable';
    dialog?.showModal();
    return () => {
      dialog?.close();
      page.style.scrollbarGutter = gutter;
    };
  }, []);
  return {
    ref,
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      // A file input inside also fires "cancel", and it bubbles.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      if (dismissable) onClose();
    },
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      if (dismissable && event.target === event.currentTarget) onClose();
    },
  };
}
