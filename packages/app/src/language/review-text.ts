import { t } from '@lingui/core/macro';

/** Returns the words for the reviewed share of a language. */
export function reviewText(share: number): string {
  const percent = Math.floor(share * 100);
  return percent === 0 ? t`Draft, ${percent}% reviewed` : t`${percent}% reviewed`;
}
