// Each font file is bound to its characters: a page loads only those of its own language.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { languageNames } from '../../packages/contract/src/core/language.ts';
import { readTranslations } from '../../packages/app/vite/translation.ts';
import { root } from '../lib/run.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** Reads `U+131`, `U+0-FF` or `U+1D??` as the first and the last code point. */
function readRange(text) {
  const [from, to = from] = text.trim().replace(/^U\+/iu, '').split('-');
  return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)];
}

/** Returns the font files of a style with their ranges of characters; without a range a file is for all. */
function fontFilesIn(css) {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/gu)].flatMap(([, rules]) => {
    const [, file] = /url\(\s*['"]?([^'")]+)/u.exec(rules) ?? [];
    const [, ranges = 'U+0-10FFFF'] = /unicode-range\s*:\s*([^;}]+)/u.exec(rules) ?? [];
    const [, subset] = /andika-([a-z-]+)-700/u.exec(file ?? '') ?? [];
    return file === undefined ? [] : [{ subset: subset ?? file, ranges: ranges.split(',').map(readRange) }];
  });
}

/** Returns the files that a browser loads to show a text. */
const loadedFor = (text, files) =>
  files
    .filter(({ ranges }) =>
      [...text].some((character) =>
        ranges.some(([from, to]) => character.codePointAt(0) >= from && character.codePointAt(0) <= to),
      ),
    )
    .map(({ subset }) => subset)
    .toSorted((a, b) => a.localeCompare(b));

/** Returns all texts of the portal in a language. */
async function wordsOf(language) {
  const texts = await readTranslations(path.join(root, 'apps/web'), language);
  return texts.map(({ english, translated }) => (language === 'en' ? english : translated)).join(' ');
}

const builtStyles = (app) => globSync(`apps/${app}/dist/assets/*.css`, { cwd: root }).map(read).join('\n');
const styles = [
  ['the source of both apps', () => read('packages/ui/src/css/fonts.css')],
  // Built before all tests; alone, these need `npm run build` first.
  ['the built portal', () => builtStyles('web')],
  ['the built desk', () => builtStyles('desk')],
];

describe.each(styles)('in %s', (_, style) => {
  const files = fontFilesIn(style());

  test('the styles name three font files, each bound to its characters', () => {
    expect(files.map(({ subset }) => subset)).toEqual(['latin-ext', 'vietnamese', 'latin']);
    for (const { ranges } of files) expect(ranges).not.toContainEqual([0, 0x10ffff]);
  });

  test.each(['en', 'fr', 'sw'])('a page in %s loads only the Latin font file', async (language) => {
    expect(loadedFor(await wordsOf(language), files)).toEqual(['latin']);
  });

  test.each([
    ['ha', 'ɓ ɗ ƙ ƴ', ['latin-ext']],
    ['ig', 'ị ọ ụ', ['vietnamese']],
    ['yo', 'ẹ ọ ṣ', ['latin-ext', 'vietnamese']],
  ])('the letters of %s beyond Latin load their own font file', (_language, letters, wanted) => {
    expect(loadedFor(letters.replaceAll(' ', ''), files)).toEqual(wanted);
  });

  test('Arabic loads no font file: the system has one', () => {
    expect(loadedFor(languageNames.ar, files)).toEqual([]);
  });
});

test('fonts.css is the only style that names a font file', () => {
  const sources = globSync(['apps/*/src/**/*.css', 'packages/*/src/**/*.css'], { cwd: root });

  const naming = sources.filter((file) => fontFilesIn(read(file)).length > 0);

  expect(naming).toEqual([path.join('packages', 'ui', 'src', 'css', 'fonts.css')]);
});

test('the page of the portal preloads only the Latin font file', () => {
  const page = 'apps/web/dist/index.html';
  expect(existsSync(path.join(root, page))).toBe(true);

  const ahead = [...read(page).matchAll(/<link\b[^>]*\bas="font"[^>]*>/gu)].map(([link]) => link);

  expect(ahead).toEqual([expect.stringContaining('andika-latin-700-normal')]);
});
