import { logout } from '@baraza/contract';
import { call } from './client.ts';
import { endSession } from './token.ts';

/** Logs out; each app empties its storage once its session has ended. */
export async function leave(): Promise<void> {
  // Without a network the session ends on this device alone.
  await call(logout, {}, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  endSession('logout');
}
