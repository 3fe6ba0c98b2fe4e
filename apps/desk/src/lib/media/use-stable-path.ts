import { useState } from 'react';

/**
 * The address of a file is signed for a few minutes and comes anew with each refresh. The one in use stays, so
 * that nothing is loaded twice and a recording plays on; the newest takes its place when it no longer opens.
 */
export function useStablePath(path: string) {
  const [kept, setKept] = useState(path);
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === kept && path !== kept) setKept(path);
  return { src: kept, failed: broken === kept, onError: () => setBroken(kept) };
}
