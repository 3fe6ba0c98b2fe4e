/** Whether a text holds each of the words. Case and accents do not matter. */
export function hasWords(text: string, words: string): boolean {
  const found = fold(text);
  return fold(words)
    .split(/\s+/u)
    .every((word) => found.includes(word));
}

/** "Ọ̀yọ́" is found by "oyo". */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
