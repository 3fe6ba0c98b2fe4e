/** Whether a text contains each of the words, ignoring case and accents. */
export function hasWords(text: string, words: string): boolean {
  const folded = fold(text);
  return fold(words)
    .split(/\s+/u)
    .every((word) => folded.includes(word));
}

/** Removes case and accents, so that "oyo" matches "Ọ̀yọ́". */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
