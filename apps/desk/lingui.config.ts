import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Every text a person reads. English is the source; `npm run texts` brings the catalogue up to date. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'pseudo'],
  pseudoLocale: 'pseudo',
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
  format: formatter({ lineNumbers: false }),
});
