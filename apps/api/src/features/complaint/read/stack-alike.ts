import { plainWords } from '../../../domain/search-words.ts';

/** The fields of a complaint that are compared. */
export interface Comparable {
  readonly id: string;
  readonly mdaId: string;
  readonly categoryId: string;
  readonly title: string;
  readonly submittedAt: Date;
  readonly areaCode: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** Most words of a title that are compared. */
const mostWords = 12;
/** Letters of a word that are compared, so that most endings make no difference. */
const stem = 5;
/** Complaints with the same word that a further one is compared with. */
const mostCompared = 20;
/** Least shared part of two titles, 0 to 1: less where both happened at the same place. */
const leastShared = 0.6;
const leastSharedNear = 0.4;
const nearMetres = 500;
const metresPerDegree = 111_195;
const nearDays = 30;

interface Stack<T> {
  readonly words: ReadonlySet<string>;
  readonly all: [first: T, ...more: T[]];
}

/**
 * Gathers complaints that look alike behind the first of them, in the order given: of one MDA and category, filed within 30 days, with
 * words of the title in common. Each is compared with at most `mostWords` × `mostCompared` others, so the time grows with their number alone.
 */
export function stackAlike<T extends Comparable>(complaints: readonly T[]): T[][] {
  const said = complaints.map(({ title }) => wordsOf(title));
  const times = new Map<string, number>();
  for (const words of said) for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  // A word tells the more, the fewer use it.
  const weigh = (words: readonly string[]) =>
    words.reduce((total, word) => total + Math.log(1 + complaints.length / (times.get(word) ?? 1)), 0);
  const shareOf = (words: ReadonlySet<string>, stack: Stack<T>) =>
    (2 * weigh([...words].filter((word) => stack.words.has(word)))) / (weigh([...words]) + weigh([...stack.words]));

  const stacks: Stack<T>[] = [];
  const byWord = new Map<string, Stack<T>[]>();
  for (const [index, complaint] of complaints.entries()) {
    const words = said[index] ?? new Set();
    const keys = [...words].map((word) => `${complaint.mdaId} ${complaint.categoryId} ${word}`);
    const [likest] = [...new Set(keys.flatMap((key) => byWord.get(key) ?? []))]
      .map((stack) => ({ stack, share: shareOf(words, stack) }))
      .filter(({ stack, share }) => share >= leastShare(complaint, stack.all[0]))
      .toSorted((a, b) => b.share - a.share);
    if (likest) {
      likest.stack.all.push(complaint);
      continue;
    }
    const stack: Stack<T> = { words, all: [complaint] };
    stacks.push(stack);
    for (const key of keys) byWord.set(key, [...(byWord.get(key) ?? []), stack].slice(0, mostCompared));
  }
  return stacks.map(({ all }) => all);
}

function wordsOf(title: string): Set<string> {
  const words = plainWords(title).filter((word) => Array.from(word).length > 2 && !/\d/u.test(word));
  return new Set(words.slice(0, mostWords).map((word) => Array.from(word).slice(0, stem).join('')));
}

/** Returns the share of their titles that two complaints must have in common; never reached 30 days apart. */
function leastShare(a: Comparable, b: Comparable): number {
  if (Math.abs(a.submittedAt.getTime() - b.submittedAt.getTime()) > nearDays * 86_400_000) return Infinity;
  return isNear(a, b) ? leastSharedNear : leastShared;
}

/** Whether two complaints are about the same place: within 500 m, or else of one area. */
function isNear(a: Comparable, b: Comparable): boolean {
  if (a.lat === null || a.lon === null || b.lat === null || b.lon === null)
    return a.areaCode !== null && a.areaCode === b.areaCode;
  const east = (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, east) * metresPerDegree <= nearMetres;
}
