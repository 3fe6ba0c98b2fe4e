import { toast, type ToastAction } from '@baraza/ui/lib/toast-store';
import { errorText } from '../language/texts.ts';

/** Shows toasts, failures at the top centre. The page must show the same text. */
export const notify = {
  success: (text: string, action?: ToastAction) => toast.success(text, { position: 'bottom', action }),
  info: (text: string) => toast.info(text, { position: 'bottom' }),
  error: (text: string, options: { silent?: boolean } = {}) => toast.error(text, { position: 'top', ...options }),
  failure: (error: unknown) => toast.error(errorText(error), { position: 'top' }),
  dismiss: toast.dismiss,
};

/** Shows a form's error as one silent toast: a summary or notice on the page is read out instead. */
export function createFailureToast() {
  let shown: number | undefined;
  const clear = () => {
    if (shown !== undefined) notify.dismiss(shown);
    shown = undefined;
  };
  /** Shows an error in place of the previous one. */
  const show = (text: string) => {
    clear();
    shown = notify.error(text, { silent: true });
  };
  return { show, clear };
}
