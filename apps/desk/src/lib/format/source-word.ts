import type { Source } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Words how a complaint was filed. */
export function sourceWord(source: Source): string {
  return { portal: t`Website`, sms: t`SMS`, ussd: t`USSD`, open311: t`Open311`, import: t`Imported` }[source];
}
