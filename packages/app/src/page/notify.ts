import { toast, type ToastAction } from '@baraza/ui/lib/toast-store';
import { errorText } from '../language/texts.ts';

/** Short messages over the page. The page says the same; failures are at the top centre. */
export const notify = {
  success: (text: string, action?: ToastAction) => toast.success(text, { position: 'bottom', action }),
  info: (text: string) => toast.info(text, { position: 'bottom' }),
  error: (text: string, options: { silent?: boolean } = {}) => toast.error(text, { position: 'top', ...options }),
  failure: (error: unknown) => toast.error(errorText(error), { position: 'top' }),
  dismiss: toast.dismiss,
};

/** Shows the error of one form or button as one toast, silent: a summary or notice on the page says the same. */
export function createFailureToast() {
  let shown: number | undefined;
  const clear = () => {
    if (shown !== undefined) notify.dismiss(shown);
    shown = undefined;
  };
  /** Shows an error in place of the previous one. */
  const tell = (text: string) => {
    clear();
    shown = notify.error(text, { silent: true });
  };
  return { tell, clear };
}
