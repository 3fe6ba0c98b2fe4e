/** First letters of the first and last word of a name, by what a person sees as a letter (ẹ̀ stays whole). */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return picked
    .map((word) => [...letters.segment(word ?? '')][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase();
}
