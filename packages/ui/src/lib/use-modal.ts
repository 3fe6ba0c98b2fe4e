import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Opens a native dialog for as long as the component that holds it is there. Closing it before it leaves
 * the page is what lets the browser give focus back to what opened it; so mount it only while it is open.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const page = document.documentElement;
    // The page is held still while a dialog is open; where it had a scroll bar, its room is kept.
    const gutter = page.style.scrollbarGutter;
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable';
    dialog?.showModal();
    return () => {
      dialog?.close();
      page.style.scrollbarGutter = gutter;
    };
  }, []);
  return ref;
}
