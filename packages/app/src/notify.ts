import { toast, type ToastAction } from '@baraza/ui/lib/toast-store';
import { errorText } from './texts.ts';

/** Short messages over the page. What a toast says stands on the page too; failures are at the top centre. */
export const notify = {
  success: (text: string, action?: ToastAction) => toast.success(text, { position: 'bottom', action }),
  info: (text: string) => toast.info(text, { position: 'bottom' }),
  error: (text: string, options: { silent?: boolean } = {}) => toast.error(text, { position: 'top', ...options }),
  failure: (error: unknown) => toast.error(errorText(error), { position: 'top' }),
  dismiss: toast.dismiss,
};
