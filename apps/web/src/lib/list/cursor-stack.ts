/**
 * The way back through pages that are turned by cursor: one cursor for each page turned so far. It travels in
 * the history entry's state, so that Back, Forward and a reload land on the same page.
 */
export type CursorStack = readonly string[];

/** Reads the stack out of a history entry; anything else counts as the first page. */
export function stackOf(state: unknown): CursorStack {
  const cursors = (state as { cursors?: unknown } | null)?.cursors;
  if (!Array.isArray(cursors) || !cursors.every((it) => typeof it === 'string')) return [];
  return cursors;
}

/** The cursor to ask the server with; none for the first page. */
export function currentCursor(stack: CursorStack): string | undefined {
  return stack.at(-1);
}

export function pushPage(stack: CursorStack, nextCursor: string): CursorStack {
  return [...stack, nextCursor];
}

export function popPage(stack: CursorStack): CursorStack {
  return stack.slice(0, -1);
}

/** Which entries of the whole list stand on the page, counted from 1. */
export function pageRange(stack: CursorStack, pageSize: number, shown: number): { from: number; to: number } {
  const before = stack.length * pageSize;
  return { from: shown === 0 ? 0 : before + 1, to: before + shown };
}
