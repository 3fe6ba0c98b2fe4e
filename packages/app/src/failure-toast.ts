import { notify } from './notify.ts';

export interface FailureToast {
  /** Says what went wrong, in the place of what was said of the try before. */
  tell(text: string): void;
  clear(): void;
}

/** Shows the error of one form or button as one toast, silent: a summary or notice on the page says the same. */
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
