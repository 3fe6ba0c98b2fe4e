import { formatPromise, type NoteSigner, signNote } from '@baraza/transparency-log';
import type { Settings } from '../../config/settings.ts';
import type { Services } from '../../services.ts';
import { logSigner } from './log-key.ts';

/** Of each server. One from before the log took another name still signs what its former key opens. */
const signers = new WeakMap<Settings, NoteSigner>();

/** Signs that an event will be in the log: proof for its citizen until the receipt is there. */
export async function promiseEntry(
  services: Services,
  { digest: entry, at }: { readonly digest: Buffer; readonly at: Date },
): Promise<string> {
  const signer = signers.get(services.settings) ?? (await logSigner(services));
  signers.set(services.settings, signer);
  return signNote(formatPromise({ origin: signer.key.name, entry, at }), signer);
}
