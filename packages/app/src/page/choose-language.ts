import { chooseLanguage as keepLanguage, type Language } from '@baraza/contract';
import { call } from '../api/client.ts';
import { getToken } from '../api/token.ts';
import { notify } from './notify.ts';
import { rememberLanguage } from '../language/language.ts';

type FetchLanguage = (language: Language) => Promise<void>;

/** Changes the language of page and account; shows an error if its texts cannot be fetched. */
export async function chooseLanguage(language: Language, fetchLanguage: FetchLanguage): Promise<void> {
  try {
    await fetchLanguage(language);
  } catch (error) {
    notify.failure(error);
    return;
  }
  rememberLanguage(language);
  // Offline, only this device keeps it.
  if (getToken() !== null) await call(keepLanguage, { body: { language } }).catch(() => undefined);
}

/** Shows the account's language on a device without a chosen one. */
export async function followAccount(language: Language | null | undefined, fetchLanguage: FetchLanguage) {
  if (!language || /(?:^|; )language=/u.test(document.cookie)) return;
  await fetchLanguage(language);
  rememberLanguage(language);
}
