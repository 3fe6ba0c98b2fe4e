import { useEffect } from 'react';
import { shortcutsPreference, usePreference } from '../storage/preference.ts';
import { commandOf, runCommand } from './commands.ts';
import { createKeyReader, keyName } from './shortcut-keys.ts';

/** Whether the key belongs to a field, or to a dialog or menu over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], video, audio')) return true;
  return document.querySelector('dialog[open], [aria-expanded="true"][aria-controls]') !== null;
}

/** Runs the command of each single key pressed outside of fields. All but Escape can be turned off. */
export function useShortcuts(): void {
  const [enabled] = usePreference(shortcutsPreference);
  useEffect(() => {
    const read = createKeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyName(event);
      if (key === null || ['Shift', 'CapsLock'].includes(key) || isTaken(event)) return;
      if (enabled === 'off' && key !== 'Escape') return;
      const command = commandOf(read(key, event.timeStamp));
      if (command && runCommand(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
