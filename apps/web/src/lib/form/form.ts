import { createFormHook } from '@baraza/app/form';
import { t } from '@lingui/core/macro';
import { errorText, say } from '../i18n/texts.ts';

/** A form over a schema of the contract. */
export const useForm = createFormHook({
  say,
  errorText,
  error: () => t`Error:`,
  fillIn: () => t`Please fill this in.`,
});
