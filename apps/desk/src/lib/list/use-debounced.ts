import { useEffect, useState } from 'react';

/** What is typed, once there was a pause of so many milliseconds: so that not each letter is a search. */
export function useDebounced(text: string, pauseMs = 250): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
