import { tabStorage } from '@baraza/app';
import { useState } from 'react';

/** Keeps a text through reloads of the tab and closing of its dialog, until sent. */
export function useKeptText(name: string): [text: string, set: (text: string) => void, forget: () => void] {
  const key = `typed:${name}`;
  const [text, setText] = useState(() => tabStorage.get(key) ?? '');
  const set = (next: string) => {
    setText(next);
    tabStorage.set(key, next);
  };
  return [text, set, () => tabStorage.remove(key)];
}
