import { crc32 } from 'node:zlib';

/** How many words of a text are read. */
const mostWords = 300;

/** Lists the words of a text once each, in lower case. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
  return [...new Set(words)].slice(0, mostWords);
}

/**
 * Hashes the 4-grams of a word, which need no dictionary and fit any language. 16 bits: each bucket stands for
 * many grams.
 */
export function bucketsOf(word: string): number[] {
  const signs = Array.from(` ${word} `);
  return signs.slice(3).map((_, at) => crc32(signs.slice(at, at + 4).join('')) & 0xffff);
}
