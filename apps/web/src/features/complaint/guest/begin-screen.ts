import { releaseFocus } from '@baraza/app';

/** Begins the next screen of one address as the router begins one: at its top, with its heading focused. */
export function beginScreen(): void {
  releaseFocus();
  window.scrollTo(0, 0);
}
