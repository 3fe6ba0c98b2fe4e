import { t } from '@lingui/core/macro';

/** Says how much of a language somebody has reviewed. */
export function reviewText(share: number): string {
  const percent = Math.floor(share * 100);
  return percent === 0 ? t`Draft, ${percent} % reviewed` : t`${percent} % reviewed`;
}
