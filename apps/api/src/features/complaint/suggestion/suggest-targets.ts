import { crc32 } from 'node:zlib';
import { type Suggested, suggestedFrom, type SuggestedKind } from '@baraza/contract';
import type { Database } from '../../../db/database.ts';
import { type LearnedTarget, readLearned, readTests } from './suggestion.store.ts';

const mostSuggested = 3;
const mostWords = 3;
/** Number of grams with which all targets start alike (additive smoothing). */
const smoothing = 100;
/** Neighbouring grams share letters: four of them count about as much as one. */
const overlap = 4;
const leastShare = 0.05;
/** Least weight for a target at which a word is shown with it. */
const leastWeight = 0.5;
/** Least length of a word that is shown as a reason. */
const leastLength = 4;
/** Verbs of nearly every complaint, which explain nothing as a reason. */
const verbs = new Set(
  `asked asking call called came come find found gave give given goes going gone keep kept know made make need needs
  paid says said saying seen sent showed take taken tell told took turned wait waited waiting want wanted went wrote`.split(
    /\s+/u,
  ),
);
const isReason = (word: string) => Array.from(word).length >= leastLength && !verbs.has(word);
/** Words of numbers, times and grammar: no reason for any MDA. */
const commonplace = new Set(
  `a all also am an and any are as at be been but by can day days did do even ever every for from had has have he her here
  him his how hour hours i if in into is it its just last many may me month months more most much my never new night no not
  now of off on once one only or our out over she since so some still than that the their them then there they this three
  time times to today too two until up us very was we week weeks were what when where which who will with year years yes
  yesterday you your`.split(/\s+/u),
);

/** Suggests MDAs or categories for a text, with the words that led to them. Returns none until enough is learned. */
export async function suggestTargets(db: Database, kind: SuggestedKind, text: string): Promise<Suggested> {
  const nothing = { suggestions: [], right: 0, of: 0 };
  const words = wordsOf(text)
    .filter((word) => !commonplace.has(word))
    .map((word) => ({ word, buckets: bucketsOf(word) }));
  const buckets = [...new Set(words.flatMap((word) => word.buckets))];
  const learned = await readLearned(db, kind, buckets);
  const complaints = sum(learned.map((target) => target.complaints));
  if (complaints < suggestedFrom) return nothing;
  const weigh = weighing(learned);
  const scored = learned.map((target) => {
    const { id, name } = target;
    const weights = words.map(({ word, buckets: [whole = 0, ...grams] }) => {
      const weight = sum(grams.map((bucket) => weigh(bucket, target))) / overlap;
      return { word, weight, isSaid: target.seen.has(whole) };
    });
    const leading = weights
      .filter(({ word, weight, isSaid }) => isSaid && weight >= leastWeight && isReason(word))
      .toSorted((a, b) => b.weight - a.weight);
    const score = Math.log(target.complaints / complaints) + sum(weights.map(({ weight }) => weight));
    return { target: { id, name }, score, words: leading.slice(0, mostWords).map(({ word }) => word) };
  });
  const highest = Math.max(...scored.map(({ score }) => score));
  const total = sum(scored.map(({ score }) => Math.exp(score - highest)));
  const suggestions = scored
    .filter(({ score, words: led }) => led.length > 0 && Math.exp(score - highest) / total >= leastShare)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostSuggested)
    .map(({ target, words: led }) => ({ target, words: led }));
  return suggestions.length === 0 ? nothing : { suggestions, ...(await readTests(db, kind)) };
}

/** Multinomial naive Bayes: the logarithm of how much likelier a gram is at one target than at all of them. */
function weighing(learned: readonly LearnedTarget[]): (bucket: number, target: LearnedTarget) => number {
  const grams = sum(learned.map((target) => target.grams));
  return (bucket, target) => {
    const everywhere = sum(learned.map(({ seen }) => seen.get(bucket) ?? 0)) / grams;
    if (everywhere === 0) return 0;
    const here = (target.seen.get(bucket) ?? 0) + smoothing * everywhere;
    return Math.log(here / (target.grams + smoothing) / everywhere);
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const mostWordsRead = 300;

/** Lists the words of a text once each, in lower case. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
  return [...new Set(words)].slice(0, mostWordsRead);
}

/** Hashes a word to 20 bits and its 4-grams, which fit any language, to 16: each bucket stands for many grams. */
function bucketsOf(word: string): number[] {
  const signs = Array.from(` ${word} `);
  const grams = signs.slice(3).map((_, at) => crc32(signs.slice(at, at + 4).join('')) & 0xffff);
  return [0x10000 + (crc32(word) & 0xfffff), ...grams];
}

/** Lists the buckets of the words of a text once each. */
export const bucketsIn = (text: string): number[] => [...new Set(wordsOf(text).flatMap((word) => bucketsOf(word)))];
