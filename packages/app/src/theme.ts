import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Kept in a cookie: it outlives the emptying of storage at logout, and /theme.js reads it before the first paint. */
function readTheme(): Theme {
  const choice = /(?:^|; )theme=(light|dark)/u.exec(document.cookie)?.[1];
  return (choice as Theme | undefined) ?? 'system';
}

/** The theme of an app; `light` and `dark` colour the bar of the browser around it. */
export function createTheme(light: string, dark: string) {
  const listeners = new Set<() => void>();

  function paint(): void {
    const choice = readTheme();
    const isDark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    const color = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (color) color.content = isDark ? dark : light;
    for (const listener of listeners) listener();
  }

  function setTheme(theme: Theme): void {
    const age = theme === 'system' ? 0 : 31_536_000;
    document.cookie = `theme=${theme}; path=/; max-age=${age}; samesite=lax`;
    paint();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', paint);
    return () => {
      listeners.delete(listener);
      system.removeEventListener('change', paint);
    };
  }

  /** What the person chose, and what is shown. */
  function useTheme(): { theme: Theme; dark: boolean } {
    const theme = useSyncExternalStore(subscribe, readTheme, () => 'system' as const);
    const isDark = useSyncExternalStore(
      subscribe,
      () => document.documentElement.dataset.theme === 'dark',
      () => false,
    );
    return { theme, dark: isDark };
  }

  return { setTheme, useTheme };
}
