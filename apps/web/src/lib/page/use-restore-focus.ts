import { returnToHeading } from '@baraza/app';
import { useEffect } from 'react';

/** Moves the focus to the heading when the focused element is removed. */
export function useRestoreFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const keep = ({ target }: FocusEvent) => {
      last = target as Element;
    };
    // Watches the DOM, not the rendering: a dialog may close a moment after the button that opened it is removed.
    const watcher = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      returnToHeading({ preventScroll: true });
    });
    document.addEventListener('focusin', keep);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', keep);
      watcher.disconnect();
    };
  }, []);
}
