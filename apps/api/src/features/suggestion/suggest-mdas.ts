import { type MdaSuggestions, suggestedFrom } from '@baraza/contract';
import type { Database } from '../../db/database.ts';
import { bucketsOf, wordsOf } from './grams.ts';
import { type LearnedMda, readLearned, readTests } from './suggestion.store.ts';

const mostSuggested = 3;
const mostWords = 3;
/** Grams, as of some complaints, by which the MDAs begin alike. */
const smoothing = 100;
/** Neighbouring grams share their letters: four of them tell about as much as one. */
const overlap = 4;
/** Below this share an MDA is not worth naming. */
const leastShare = 0.05;
/** How much a word has to speak for an MDA to be named. */
const leastWeight = 0.5;

/** Suggests the MDAs that a text may be for, with the words that led to them. Silent while little is learned. */
export async function suggestMdas(db: Database, text: string): Promise<MdaSuggestions> {
  const nothing = { suggestions: [], right: 0, of: 0 };
  const words = wordsOf(text).map((word) => ({ word, buckets: bucketsOf(word) }));
  const buckets = [...new Set(words.flatMap((word) => word.buckets))];
  const learned = await readLearned(db, buckets);
  const complaints = sum(learned.map((mda) => mda.complaints));
  if (complaints < suggestedFrom) return nothing;
  const weigh = weighing(learned);
  const scored = learned.map((mda) => {
    const weights = words.map(({ word, buckets: own }) => {
      return { word, weight: sum(own.map((bucket) => weigh(bucket, mda))) / overlap };
    });
    const leading = weights.filter(({ weight }) => weight >= leastWeight).toSorted((a, b) => b.weight - a.weight);
    const score = Math.log(mda.complaints / complaints) + sum(weights.map(({ weight }) => weight));
    return { mda: { id: mda.id, name: mda.name }, score, words: leading.slice(0, mostWords).map(({ word }) => word) };
  });
  const highest = Math.max(...scored.map(({ score }) => score));
  const total = sum(scored.map(({ score }) => Math.exp(score - highest)));
  const suggestions = scored
    .filter(({ score, words: led }) => led.length > 0 && Math.exp(score - highest) / total >= leastShare)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostSuggested)
    .map(({ mda, words: led }) => ({ mda, words: led }));
  return suggestions.length === 0 ? nothing : { suggestions, ...(await readTests(db)) };
}

/** Multinomial naive Bayes: how much likelier a gram is at one MDA than at all of them, as a logarithm. */
function weighing(learned: readonly LearnedMda[]): (bucket: number, mda: LearnedMda) => number {
  const grams = sum(learned.map((mda) => mda.grams));
  return (bucket, mda) => {
    const everywhere = sum(learned.map(({ seen }) => seen.get(bucket) ?? 0)) / grams;
    if (everywhere === 0) return 0;
    const here = (mda.seen.get(bucket) ?? 0) + smoothing * everywhere;
    return Math.log(here / (mda.grams + smoothing) / everywhere);
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
