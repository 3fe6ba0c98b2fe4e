/** First letters of the first and last word of a name, by what a person sees as a letter (ẹ̀ stays whole). */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  // A letter with its marks. Not by Intl.Segmenter: where a browser lacks it, every screen with a name would crash.
  return picked
    .map((word) => /^\P{M}\p{M}*/u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
