import { isPhoneLike, message } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { usePortal } from '../api/portal.ts';
import { isDesk } from '../this-app.ts';

/** Describes the field for an e-mail; citizens may enter a phone number where the portal texts codes. */
export function useAddressField() {
  const { phoneAccounts = false } = usePortal();
  const takesPhone = phoneAccounts && !isDesk;
  return {
    takesPhone,
    label: takesPhone ? t`Email or phone number` : t`Email`,
    kind: takesPhone ? ({ autoCapitalize: 'none' } as const) : ({ type: 'email', inputMode: 'email' } as const),
    check: ({ email }: { email: string }): Record<string, string> =>
      takesPhone || !isPhoneLike(email) ? {} : { email: message.email },
  };
}
