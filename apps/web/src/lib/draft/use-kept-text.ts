import { useState } from 'react';

/**
 * A text that outlives the dialog it is typed in, and a reload: closing a dialog by mistake loses nothing. Kept
 * for the tab alone, and forgotten once it was sent.
 */
export function useKeptText(name: string): [text: string, set: (text: string) => void, forget: () => void] {
  const key = `typed:${name}`;
  const [text, setText] = useState(() => read(key));
  const set = (next: string) => {
    setText(next);
    write(key, next);
  };
  return [text, set, () => write(key, '')];
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    // Storage is blocked: the text lives as long as the dialog.
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
