import { plainWords } from '../../domain/search-words.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
  /** Name in the language of the dialogue. */
  readonly local?: string | undefined;
}

/** Greatest number of names offered in one message. */
const mostOffered = 5;

type Choice<T> = { readonly chosen: T } | { readonly offered: readonly T[] } | { readonly refusal: 'none' | 'many' };

/** Chooses by an offered number, a whole name, or the beginnings of its words. */
export function choose<T extends Named>(typed: string, all: readonly T[], offered: readonly string[] = []): Choice<T> {
  const numbered = all.find(({ id }) => id === offered[Number(typed) - 1]);
  if (numbered) return { chosen: numbered };
  if (offered.length > 0 && /^\d$/u.test(typed)) return { refusal: 'none' };
  const words = plainWords(typed);
  const named = words.length === 0 ? [] : all.filter((item) => namesOf(item).some((name) => matches(words, name)));
  const whole = named.filter((item) => namesOf(item).some((name) => name.length === words.length));
  const [only, ...others] = whole.length === 1 ? whole : named;
  if (!only) return { refusal: 'none' };
  if (others.length === 0) return { chosen: only };
  return named.length > mostOffered ? { refusal: 'many' } : { offered: named };
}

const namesOf = ({ name, local = name }: Named) => [plainWords(name), plainWords(local)];

const matches = (typed: readonly string[], name: readonly string[]) =>
  typed.every((word) => name.some((part) => part.startsWith(word)));
