import type { Action } from '@baraza/contract';

/** To whom one writes: the citizen, or colleagues. */
export type Tab = 'reply' | 'note';
/** What sending to the citizen does beside sending. */
export const modes = ['reply', 'ask', 'resolve'] as const;
export type Mode = (typeof modes)[number];

export interface ComposerState {
  readonly tabs: readonly Tab[];
  readonly tab: Tab;
  /** Null: nothing can be sent to the citizen now. */
  readonly mode: Mode | null;
  readonly open: (tab: Tab, mode?: Mode) => void;
}

/** What can be sent to the citizen now. */
export function modesOf(allowed: readonly Action[]): Mode[] {
  return modes.filter((mode) => allowed.includes(mode));
}

/** The tabs that lead somewhere. A received complaint has its reply tab too: there stands how to begin. */
export function tabsOf(allowed: readonly Action[]): Tab[] {
  const reply = modesOf(allowed).length > 0 || allowed.includes('start');
  return [...(reply ? ['reply' as const] : []), ...(allowed.includes('note') ? ['note' as const] : [])];
}

/** The wanted mode where it is allowed, else the first that is. */
export function startingMode(allowed: readonly Action[], wanted: Mode): Mode | null {
  const possible = modesOf(allowed);
  return possible.find((mode) => mode === wanted) ?? possible[0] ?? null;
}
