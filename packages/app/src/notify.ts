import { toast, type ToastAction } from '@baraza/ui/lib/toast-store';

/**
 * Short messages over the page. Everything a toast says also stands on the page, since it goes away by itself.
 * Failures of submits and loads stand at the top centre; `silent` where an error summary says the same words.
 */
export const notify = {
  success: (text: string, action?: ToastAction) => toast.success(text, { position: 'bottom', action }),
  info: (text: string) => toast.info(text, { position: 'bottom' }),
  error: (text: string, options: { silent?: boolean } = {}) => toast.error(text, { position: 'top', ...options }),
  dismiss: toast.dismiss,
};
