import { useEffect, useState } from 'react';

/** Returns a text once it has stayed the same for `pauseMs`. */
export function useDebounced(text: string, pauseMs = 250): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
