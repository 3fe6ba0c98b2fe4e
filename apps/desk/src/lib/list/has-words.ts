/** Whether a text holds each of the words, ignoring case. */
export function hasWords(text: string, words: string): boolean {
  const found = text.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => found.includes(word));
}
