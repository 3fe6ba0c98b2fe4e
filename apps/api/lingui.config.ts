import { firstCategories } from '@baraza/contract/category/category';
import { languages } from '@baraza/contract/core/language';
import { fileMessage, message, pdfMessage } from '@baraza/contract/core/message';
import { draftMark } from '@baraza/contract/core/promise';
import { createBabelExtractor } from '@lingui/cli/api/extractors/babel';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** File that shows the texts of the contract on pages without scripts. */
const voiceFile = /texts\/voice\.ts$/u;

/** Catalogue of mails and pages without scripts: texts with an i18n comment. `npm run texts` brings the catalogues up to date. */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...languages],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.ts'] }],
  extractors: [
    {
      match: (file) => voiceFile.test(file),
      extract: (file, _code, onMessage) => {
        const texts = [message, fileMessage, pdfMessage].flatMap((group) => Object.values(group));
        for (const id of [draftMark, ...texts, ...Object.values(firstCategories).flat()])
          onMessage({ id, origin: [file], placeholders: {} });
      },
    },
    createBabelExtractor(),
  ],
  format: formatter({ lineNumbers: false }),
});
