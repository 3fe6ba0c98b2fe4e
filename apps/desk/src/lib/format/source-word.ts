import type { Source } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Words how a complaint was filed. */
export function sourceWord(source: Source): string {
  const words: Record<Source, string> = {
    portal: t`Website`,
    sms: t`SMS`,
    ussd: t`USSD`,
    whatsapp: t`WhatsApp`,
    open311: t`Open311`,
    import: t`Imported`,
    counter: t`Counter`,
    telephone: t`Telephone`,
    letter: t`Letter`,
    village_centre: t`Village centre`,
    email: t`Email`,
  };
  return words[source];
}
