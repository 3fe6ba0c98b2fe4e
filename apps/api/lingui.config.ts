import { languages } from '@baraza/contract/core/language';
import { createBabelExtractor } from '@lingui/cli/api/extractors/babel';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** What mails say to citizens: texts with an i18n comment. `npm run texts` brings the catalogues up to date. */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...languages],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.ts'] }],
  extractors: [createBabelExtractor()],
  format: formatter({ lineNumbers: false }),
});
