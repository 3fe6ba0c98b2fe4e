import type { Language } from '@baraza/contract';
import { reviewText as textOf } from '@baraza/app';

const shares = import.meta.glob<number>(['../../locales/??.po', '!**/en.po'], {
  query: '?reviewed',
  import: 'default',
  eager: true,
});

/** Says how much of a language somebody has reviewed. */
export const reviewText = (language: Language): string => textOf(shares[`../../locales/${language}.po`] ?? 0);
