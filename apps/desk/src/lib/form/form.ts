import { createFormHook } from '@baraza/app/form';
import { t } from '@lingui/core/macro';
import { errorText, say } from '../i18n/texts.ts';

/** Holds a form over a schema of the contract, in the desk's words. */
export const useForm = createFormHook({
  say,
  errorText,
  error: () => t`Error:`,
  fillIn: () => t`Please fill this in.`,
});
