// Each translation, against its English text.
import { compileMessage } from '@lingui/message-utils/compileMessage';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { otherLanguages } from '../../packages/contract/src/core/language.ts';
import { readTranslations, shownText } from '../../packages/app/vite/translation.ts';

const folders = { web: otherLanguages, api: otherLanguages, desk: ['fr'] };
const cases = Object.entries(folders).flatMap(([app, all]) => all.map((language) => [language, app]));

/** Returns the parts of a compiled text: strings, and `[name, kind, arms]` for a placeholder. */
const partsOf = (message) => (typeof message === 'string' ? [message] : message);
const isPlural = (part) => typeof part[2] === 'object';
const armsOf = ([, , arms]) => Object.values(arms).filter((arm) => arm !== undefined);

/** Returns the placeholders, links and emphasis of a text. */
const holes = (message) =>
  partsOf(message).flatMap((part) => {
    if (typeof part === 'string') return part.match(/<\/?\w+\/?>/gu) ?? [];
    const [name, kind] = part;
    return isPlural(part) ? [`{${name}, ${kind}}`, ...new Set(armsOf(part).flatMap(holes))] : [`{${name}}`];
  });

/** Returns the categories of each plural of a text. */
const categories = (message) =>
  partsOf(message)
    .filter((part) => typeof part !== 'string' && isPlural(part))
    .map(([, , arms]) => Object.keys(arms).filter((key) => !/^\d|offset/u.test(key)));

/** Returns the length of a text, with the longest arm of a plural and four letters for a placeholder. */
const lengthOf = (message) =>
  partsOf(message)
    .map((part) => {
      if (typeof part === 'string') return part.length;
      return isPlural(part) ? Math.max(...armsOf(part).map(lengthOf)) : 4;
    })
    .reduce((sum, length) => sum + length, 0);

/** Half of a button of two words is soon used up: "Log in" has six letters, «Se connecter» twelve. */
const room = (english) => english * 1.6 + 14;

describe.each(cases)('%s of apps/%s', async (language, app) => {
  const texts = (await readTranslations(path.join(import.meta.dirname, '../../apps', app), language))
    .filter(({ translated }) => translated !== '')
    .map((text) => ({ ...text, from: compileMessage(text.english), to: compileMessage(text.translated) }));
  const wrong = (isWrong) => texts.filter(isWrong).map(({ english, translated }) => `${english} → ${translated}`);

  it('a translation keeps placeholders, links and emphasis', () => {
    expect(wrong(({ from, to }) => `${holes(from).toSorted()}` !== `${holes(to).toSorted()}`)).toEqual([]);
  });

  it('a translation has every plural category of its language', () => {
    const all = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    expect(wrong(({ to }) => categories(to).some((of) => `${of.toSorted()}` !== `${all}`))).toEqual([]);
  });

  it('a translation is not much longer than the English text', () => {
    expect(wrong(({ from, to }) => lengthOf(to) > room(lengthOf(from)))).toEqual([]);
  });

  it('a translation is not the English sentence', () => {
    expect(wrong((it) => it.translated === it.english && /\b[a-z]{3,} [a-z]{3,}\b/u.test(it.english))).toEqual([]);
  });
});

it('a promise nobody has reviewed stands marked below its English, other drafts and reviewed promises stand alone', () => {
  const promise = { id: 'a', english: 'Nobody knows who you are. Not us.', translated: 'Personne.' };
  expect(shownText('fr', { ...promise, state: 'draft' }, 'brouillon')).toBe(
    '\u2066Nobody knows who you are. Not us.\u2069\n(brouillon) Personne.',
  );
  expect(shownText('fr', { ...promise, state: 'reviewed' })).toBe('Personne.');
  expect(shownText('fr', { ...promise, english: 'Log in', state: 'draft' })).toBe('Personne.');
});

it('what is filled into an Arabic text keeps its own direction', () => {
  const due = { id: 'due', english: 'Until {day}', translated: 'حتى {day}', state: 'draft' };
  expect(shownText('ar', due)).toBe('حتى \u2068{day}\u2069');
});
