import { useEffect } from 'react';
import { shortcutsPreference } from '../storage/preference.ts';

/** Shortcuts by key: 'r', '/', 'Escape', 'Ctrl+A', or 'g m' for G and then M. */
const offered = new Map<string, () => void>();

/** Offers shortcuts while the component is mounted: `useShortcuts({ r: reply })`. */
export function useShortcuts(shortcuts: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    const own = Object.entries(shortcuts).flatMap(([key, run]) => (run ? [[key, run] as const] : []));
    for (const [key, run] of own) offered.set(key, run);
    return () => {
      for (const [key] of own) offered.delete(key);
    };
  });
}

const pairMs = 1500;
let leadAt = Number.NEGATIVE_INFINITY;

/** Runs the shortcut of a single key pressed outside fields. All but Escape can be turned off. */
function onKeyDown(event: KeyboardEvent): void {
  const key = keyName(event);
  if (key === null || ['Shift', 'CapsLock'].includes(key) || isTaken(event)) return;
  if (shortcutsPreference.get() === 'off' && key !== 'Escape') return;
  const isSecond = event.timeStamp - leadAt <= pairMs;
  leadAt = !isSecond && key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
  const run = offered.get(isSecond ? `g ${key}` : key);
  if (!run) return;
  event.preventDefault();
  run();
}

if (typeof window !== 'undefined') window.addEventListener('keydown', onKeyDown);

/** Names a single key; null for combinations but Ctrl+A, which selects. On keyboards with other letters its place counts. */
function keyName(event: KeyboardEvent): string | null {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') return 'Ctrl+A';
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[a-z]$/iu.test(event.key)) return event.key.toLowerCase();
  if (event.key.length === 1 && event.key.charCodeAt(0) > 127)
    return /^Key([A-Z])$/u.exec(event.code)?.[1]?.toLowerCase() ?? null;
  return event.key;
}

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], video, audio')) return true;
  return document.querySelector('dialog[open], [role="dialog"], [aria-expanded="true"][aria-controls]') !== null;
}
