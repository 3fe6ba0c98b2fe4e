import { releaseFocus } from '@baraza/app';

/** Starts a new screen at the same address as the router does: at the top, with its heading focused. */
export function beginScreen(): void {
  releaseFocus();
  window.scrollTo(0, 0);
}
