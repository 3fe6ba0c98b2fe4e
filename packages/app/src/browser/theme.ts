import { useSyncExternalStore } from 'react';
import { isDesk } from '../this-app.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Colours of the browser's bar, the same as in /theme.js. */
const barColor = isDesk ? { light: '#14213f', dark: '#1a2a52' } : { light: '#f5f3ee', dark: '#0d1423' };

const listeners = new Set<() => void>();

/** Name of the cookie: unlike storage it survives a log-out, and /theme.js reads it before the first paint. */
function readTheme(): Theme {
  const choice = /(?:^|; )theme=(light|dark)/u.exec(document.cookie)?.[1];
  return (choice as Theme | undefined) ?? 'system';
}

function paint(): void {
  const choice = readTheme();
  const isDark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  const color = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (color) color.content = isDark ? barColor.dark : barColor.light;
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
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

/** Returns what the person chose, and whether the page is dark. */
export function useTheme(): { theme: Theme; dark: boolean } {
  const theme = useSyncExternalStore(subscribe, readTheme, () => 'system' as const);
  const isDark = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.theme === 'dark',
    () => false,
  );
  return { theme, dark: isDark };
}
