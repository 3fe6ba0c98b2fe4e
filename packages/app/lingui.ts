import { draftMark } from '../contract/src/core/promise.ts';
import { createBabelExtractor } from '@lingui/cli/api/extractors/babel';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

type Texts = Readonly<Record<string, string>> | readonly string[];

const sayFile = /packages\/app\/src\/language\/texts\.ts$/u;

/** Configures the catalogue: the texts in the code of an app, and those of the contract that it shows. */
export function catalogOf(languages: readonly string[], ...contractTexts: readonly Texts[]) {
  const texts = [draftMark, ...contractTexts.flatMap((of) => Object.values(of))];
  return defineConfig({
    sourceLocale: 'en',
    locales: ['en', 'pseudo', ...languages],
    pseudoLocale: 'pseudo',
    catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src', '<rootDir>/../../packages/app/src'] }],
    extractors: [
      {
        match: (file) => sayFile.test(file),
        extract: (file, _code, onMessage) => {
          // Braces in quotes are text to the catalogue, not places to fill.
          for (const id of texts)
            onMessage({ id, message: id.replace(/[{}]/gu, "'$&'"), origin: [file], placeholders: {} });
        },
      },
      createBabelExtractor(),
    ],
    format: formatter({ lineNumbers: false }),
  });
}
