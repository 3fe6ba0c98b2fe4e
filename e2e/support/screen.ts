import type { Page } from '@playwright/test';

/** A screen, or a state of one, for one person. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as: 'nobody' | 'citizen' | 'newcomer' | 'officer' | 'supervisor' | 'administrator' | 'oversight';
  /** Opens a dialog or a state. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Whether `prepare` works in every language. */
  readonly inAnyLanguage?: true;
}

type Entry = readonly [name: string, path: string, prepare?: Screen['prepare']];

/** Makes the screens of one person from their names, paths and preparations. */
export function screensOf(as: Screen['as'], entries: readonly Entry[]): Screen[] {
  return entries.map(([name, path, prepare]) => ({ name, path, as, ...(prepare && { prepare }) }));
}
