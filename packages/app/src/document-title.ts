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

/** Says `word` in front of the title while the screen shows an error, so that a screen reader says it first. */
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
