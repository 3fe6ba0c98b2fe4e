import type { Action } from '@baraza/contract';

/** Who reads what is written: the citizen, or colleagues. */
export type Tab = 'reply' | 'note';
/** What sending to the citizen does to the complaint. */
export const modes = ['reply', 'ask', 'resolve'] as const;
export type Mode = (typeof modes)[number];

export interface ComposerState {
  readonly tabs: readonly Tab[];
  readonly tab: Tab;
  /** Null: nothing can be sent to the citizen now. */
  readonly mode: Mode | null;
  readonly open: (tab: Tab, mode?: Mode) => void;
}

/** Lists the modes allowed now. */
export function modesOf(allowed: readonly Action[]): Mode[] {
  return modes.filter((mode) => allowed.includes(mode));
}

/** Lists the usable tabs. A received complaint has a reply tab too, which shows how to start. */
export function tabsOf(allowed: readonly Action[]): Tab[] {
  const reply = modesOf(allowed).length > 0 || allowed.includes('start');
  return [...(reply ? ['reply' as const] : []), ...(allowed.includes('note') ? ['note' as const] : [])];
}

/** Returns the wanted mode if it is allowed, else the first that is. */
export function startingMode(allowed: readonly Action[], wanted: Mode): Mode | null {
  const possible = modesOf(allowed);
  return possible.find((mode) => mode === wanted) ?? possible[0] ?? null;
}
