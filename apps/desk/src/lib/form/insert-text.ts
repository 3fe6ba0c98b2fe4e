/** Inserts a part into a text, or replaces the selection. Returns text and cursor. */
export function insertText(text: string, part: string, start: number, end = start): { text: string; cursor: number } {
  const from = Math.min(Math.max(start, 0), text.length);
  const to = Math.min(Math.max(end, from), text.length);
  return { text: text.slice(0, from) + part + text.slice(to), cursor: from + part.length };
}

/** Focuses a text area and sets its cursor, after the next render. */
export function placeCursor(area: HTMLTextAreaElement | null, cursor: number): void {
  requestAnimationFrame(() => {
    area?.focus();
    area?.setSelectionRange(cursor, cursor);
  });
}
