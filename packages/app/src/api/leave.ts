import { logout } from '@baraza/contract/account/account';
import { call } from './client.ts';
import { endSession } from './token.ts';

/** Logs out; each app empties what it stores once its session has ended. */
export async function leave(): Promise<void> {
  // Without a network the server cannot be told; on this device everything is gone all the same.
  await call(logout, {}, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  endSession('logout');
}
