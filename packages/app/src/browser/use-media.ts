import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Under 45rem, list and case are separate screens. */
export const useNarrow = (): boolean => useMedia('(width < 45rem)');

/** From 64rem the portal's menu and the desk's search have a place of their own. */
export const useWide = (): boolean => useMedia('(width >= 64rem)');
