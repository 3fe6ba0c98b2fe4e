import { useEffect } from 'react';

let prefix = '';
let current = '';
const show = () => {
  document.title = prefix + current;
};

/** Names the document after the screen. */
export function setTitle(title: string): void {
  current = title;
  show();
}

/** Puts `word` before the title while the screen shows an error. Screen readers then read it first. */
export function useErrorTitle(on: boolean, word: string): void {
  useEffect(() => {
    prefix = on ? `${word} ` : '';
    show();
    return () => {
      prefix = '';
      show();
    };
  }, [on, word]);
}
