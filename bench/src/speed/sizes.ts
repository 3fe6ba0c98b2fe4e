import { isSmall } from '../small.ts';

/** What a run of the bench was asked for on its command line. */
interface Asked {
  readonly parts: readonly string[];
  /** How many complaints the databases hold, one database each, smallest first. */
  readonly sizes: readonly number[];
  /** A folder that keeps the filled databases for the next run; unset: they are thrown away. */
  readonly keep: string | undefined;
}

const units: Record<string, number> = { '': 1, k: 1_000, m: 1_000_000 };

/**
 * Reads `compare lists --sizes 10k,1m --keep DIR`.
 * @throws Error in one line about a word that is not understood.
 */
export function readAsked(words: readonly string[]): Asked {
  const parts: string[] = [];
  let sizes = isSmall ? [200, 400] : [10_000, 1_000_000];
  let keep: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--sizes') sizes = (words[++at] ?? '').split(',').map(readSize);
    else if (word === '--keep') keep = words[++at];
    else if (word === '--small') continue;
    else if (word.startsWith('-'))
      throw new Error(`${word} is not known. Known: --small, --sizes 10k,1m and --keep DIR.`);
    else parts.push(word);
  }
  return { parts, sizes: sizes.toSorted((a, b) => a - b), keep };
}

function readSize(text: string): number {
  const [, number, unit = ''] = /^(\d+)([km]?)$/iu.exec(text.trim()) ?? [];
  if (number === undefined)
    throw new Error(`--sizes takes numbers such as 10k,1m,10m, and not ${JSON.stringify(text)}.`);
  return Number(number) * units[unit.toLowerCase()]!;
}

/** 10 k, 1 M. */
export function sizeWord(size: number): string {
  if (size % 1_000_000 === 0) return `${size / 1_000_000} M`;
  return size % 1_000 === 0 ? `${size / 1_000} k` : String(size);
}
