import { useEffect, useState } from 'react';

const listeners = new Set<(text: string) => void>();

/** Announces a text politely to screen readers. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** Renders the live region, once and from the start, so that screen readers know it. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    let timer = 0;
    const say = (next: string) => {
      // Emptied first, so that the same text is announced twice.
      setText('');
      clearTimeout(timer);
      timer = window.setTimeout(() => setText(next), 50);
    };
    listeners.add(say);
    return () => {
      clearTimeout(timer);
      listeners.delete(say);
    };
  }, []);
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  );
}
