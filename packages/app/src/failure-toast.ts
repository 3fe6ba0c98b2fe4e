import { notify } from './notify.ts';

export interface FailureToast {
  /** Says what went wrong, in the place of what was said of the try before. */
  tell(text: string): void;
  /** Takes it away: another try has begun, or went well. */
  clear(): void;
}

/**
 * The error toast of one form or button: at most one at a time, and none once the trouble is over. Not read out: an error
 * summary or notice on the page says the same words.
 */
export function createFailureToast(): FailureToast {
  let shown: number | undefined;
  const clear = () => {
    if (shown !== undefined) notify.dismiss(shown);
    shown = undefined;
  };
  return {
    tell(text) {
      clear();
      shown = notify.error(text, { silent: true });
    },
    clear,
  };
}
