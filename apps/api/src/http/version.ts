import { staffMessage } from '@baraza/contract/core/message';
import { AppError } from './errors.ts';

/**
 * Refuses to change what is another version by now. To be asked while the row is locked; `now` is what it has become, in
 * the form in which the caller reads it.
 */
export function requireSeen(seen: number, now: { readonly version: number }): void {
  if (seen !== now.version) throw new AppError('VERSION_CONFLICT', staffMessage.changed, { now });
}
