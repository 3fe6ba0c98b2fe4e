import { firstCategories, type Language } from '@baraza/contract';
import type { Database } from '../../db/database.ts';
import { plainWords } from '../../domain/search-words.ts';
import { namesIn } from '../../texts/local-names.store.ts';
import { speakerOf } from '../../texts/words.ts';

/** Finds base names by the words of what they are called in a language. */
export async function findBaseNames(db: Database, language: Language | undefined, typed = ''): Promise<string[]> {
  const words = plainWords(typed);
  if (!language || language === 'en' || words.length === 0) return [];
  const names = await namesIn(db, language);
  const say = await speakerOf(language, names);
  const all = new Set([...names.keys(), ...Object.values(firstCategories).flat()]);
  return [...all].filter((name) => {
    const parts = plainWords(say({ name }));
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}
