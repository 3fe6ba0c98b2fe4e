import type { Language } from '@baraza/contract/core/language';
import { t } from '@lingui/core/macro';

const shares = import.meta.glob<number>(['../../locales/??.po', '!**/en.po'], {
  query: '?reviewed',
  import: 'default',
  eager: true,
});

/** Says how much of a language somebody has reviewed. */
export function reviewText(language: Language): string {
  const percent = Math.floor((shares[`../../locales/${language}.po`] ?? 0) * 100);
  return percent === 0 ? t`Draft, ${percent} % reviewed` : t`${percent} % reviewed`;
}
