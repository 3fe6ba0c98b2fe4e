import { parseVerifierKey } from '@baraza/transparency-log';
import type { WitnessStore } from './store.ts';

/**
 * Saves a portal's log and prints its keys at the very first start. Later an unknown name is not saved: a log that continues
 * under another name needs a statement signed with its former key.
 */
export async function learnLog(store: WitnessStore, portal: string, print: (line: string) => void): Promise<void> {
  const hasLogs = await store.hasLogs();
  const published = await fetchKeys(portal).catch((error: unknown) => {
    if (!hasLogs) throw error;
    print(`${portal} is not reached; going on with what is known.`);
    return [];
  });
  const [origin] = published.map((key) => parseVerifierKey(key).name);
  if (origin === undefined) return;
  const known = await store.findLog(origin);
  if (known === undefined && hasLogs) {
    print(`The log is called ${origin} now. It is followed there once its former key says so.`);
    return;
  }
  const log = known ?? { origin, verifierKeys: published };
  await store.saveLog(log);
  print(`Witnessing ${origin}, signed with\n${log.verifierKeys.join('\n')}`);
}

async function fetchKeys(portal: string): Promise<string[]> {
  const response = await fetch(new URL('/log/vkey', portal));
  if (!response.ok) throw new Error(`${portal} serves no key of a log (${response.status}).`);
  return (await response.text()).trim().split('\n');
}

/** Fetches the statements that the portal's log continues under another name. */
export async function fetchContinuations(portal: string): Promise<string[]> {
  const response = await fetch(new URL('/api/log', portal), { signal: AbortSignal.timeout(5_000) });
  const { keys } = (await response.json()) as { keys: { statement: string | null }[] };
  return keys.flatMap(({ statement }) => statement ?? []);
}
