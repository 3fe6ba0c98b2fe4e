import { useEffect, useRef } from 'react';
import { shortcutsPreference, usePreference } from '../storage/preference.ts';
import { createKeyReader, keyName } from './shortcut-keys.ts';

export type Shortcuts = Record<string, (() => void) | undefined>;

/** Keys belong to what a person types in, and to a dialog or menu that lies over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], video, audio')) return true;
  return document.querySelector('dialog[open], [aria-expanded="true"][aria-controls]') !== null;
}

/**
 * Single-key shortcuts while the component is on the screen. They act outside of fields only and all of them,
 * Escape apart, can be turned off in one click.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [enabled] = usePreference(shortcutsPreference);
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const read = createKeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyName(event);
      if (key === null || ['Shift', 'CapsLock'].includes(key) || isTaken(event)) return;
      if (enabled === 'off' && key !== 'Escape') return;
      const act = latest.current[read(key, event.timeStamp)];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
