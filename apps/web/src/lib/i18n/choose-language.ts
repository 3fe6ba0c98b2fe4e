import { call } from '@baraza/app/api/client';
import { getToken } from '@baraza/app/api/token';
import { rememberLanguage } from '@baraza/app/language/language';
import { notify } from '@baraza/app/notify';
import { errorText } from '@baraza/app/texts';
import { chooseLanguage as keepLanguage } from '@baraza/contract/account/account';
import type { Language } from '@baraza/contract/core/language';
import { fetchLanguage } from './languages.ts';

/** Changes the language, on the account too; says so where its texts cannot be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await fetchLanguage(language);
  } catch (error) {
    notify.error(errorText(error));
    return;
  }
  rememberLanguage(language);
  // Without a network it is kept on this device alone.
  if (getToken() !== null) await call(keepLanguage, { body: { language } }).catch(() => undefined);
}

/** Shows the language of the account on a device where nobody has chosen one. */
export async function followAccount(language: Language | null | undefined): Promise<void> {
  if (!language || /(?:^|; )language=/u.test(document.cookie)) return;
  await fetchLanguage(language);
  rememberLanguage(language);
}
