/** A text with something put in at a place, or in the place of what is marked; and where the cursor stands after it. */
export function insertText(text: string, part: string, start: number, end = start): { text: string; cursor: number } {
  const from = Math.min(Math.max(start, 0), text.length);
  const to = Math.min(Math.max(end, from), text.length);
  return { text: text.slice(0, from) + part + text.slice(to), cursor: from + part.length };
}

/** Brings the focus back into a text area, with the cursor at a place, once what was put in is drawn. */
export function placeCursor(area: HTMLTextAreaElement | null, cursor: number): void {
  requestAnimationFrame(() => {
    area?.focus();
    area?.setSelectionRange(cursor, cursor);
  });
}
