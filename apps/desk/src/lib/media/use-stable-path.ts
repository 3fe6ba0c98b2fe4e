import { useState } from 'react';

/**
 * Keeps a file's signed address until it no longer opens, then takes the newest. Each refresh brings a new address; changing it
 * at once would load files twice and stop a recording.
 */
export function useStablePath(path: string) {
  const [kept, setKept] = useState(path);
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === kept && path !== kept) setKept(path);
  return { src: kept, failed: broken === kept, onError: () => setBroken(kept) };
}
