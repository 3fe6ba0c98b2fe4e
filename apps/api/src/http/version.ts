import { staffMessage } from '@baraza/contract/core/message';
import { AppError } from './errors.ts';

/** Refuses to change another version than the caller saw. Ask while the row is locked; `now` is what it has become. */
export function requireSeen(seen: number, now: { readonly version: number }): void {
  if (seen !== now.version) throw new AppError('VERSION_CONFLICT', staffMessage.changed, { now });
}
