import type { rejectReasons } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Names a reason in the officer's language; the citizen reads the contract's text. */
export function rejectReasonText(reason: (typeof rejectReasons)[number]): string {
  const texts: Record<typeof reason, string> = {
    'The same matter has already been answered.': t`The same matter has already been answered.`,
    'The complaint does not say enough to act on, and no answer came.': t`The complaint does not say enough to act on, and no answer came.`,
    'The matter is before a court.': t`The matter is before a court.`,
    'The complaint asks for something that the law does not allow.': t`The complaint asks for something that the law does not allow.`,
    'The text is abusive.': t`The text is abusive.`,
  };
  return texts[reason];
}
