import { rememberLanguage } from '@baraza/app/language';
import { notify } from '@baraza/app/notify';
import { errorText } from '@baraza/app/texts';
import type { Language } from '@baraza/contract/core/language';
import { fetchLanguage } from './languages.ts';

/** Changes the language; says so where its texts cannot be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await fetchLanguage(language);
    rememberLanguage(language);
  } catch (error) {
    notify.error(errorText(error));
  }
}
