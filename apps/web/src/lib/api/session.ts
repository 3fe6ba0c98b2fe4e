import { endpointQuery, getGuest, getSessionEnd, getToken, onSessionChange, queryClient, useToken } from '@baraza/app';
import { getUser } from '@baraza/contract';
import { isReceiptKey } from '../outbox/kept-receipt.ts';
import { changeOutbox, getOutbox, guestOwner, outboxStore, type OutboxItem } from '../outbox/outbox.ts';
import { useQuery, type QueryPersister } from '@tanstack/react-query';
import { clear, delMany, entries, keys } from 'idb-keyval';
import { copies, keepOrRestore } from './saved-copies.ts';

/** Reads the signed-in citizen. */
export function useUser() {
  const token = useToken();
  return useQuery({ ...endpointQuery(getUser), enabled: token !== null && !getGuest() });
}

const keepCopies: QueryPersister = async (queryFn, context, query) => {
  if (getGuest()) return queryFn(context);
  return keepOrRestore(Promise.resolve(queryFn(context)), query, getToken());
};
const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister: keepCopies } });

/** Empties the device, but for what is of no account: codes that nobody has written down yet, and what guests send. */
async function emptyDevice(): Promise<void> {
  await clear(copies);
  await delMany((await keys<string>()).filter((key) => !isReceiptKey(key)));
  const items = await entries<string, OutboxItem>(outboxStore);
  await delMany(
    items.flatMap(([key, { account }]) => (account === guestOwner ? [] : [key])),
    outboxStore,
  );
}

// Whoever logs out leaves nothing in the storage of the browser, drafts included. Theme and language stay: they are cookies.
// The desk lies at the same address: what an officer has open there is not the citizen's to end.
onSessionChange(() => {
  if (getSessionEnd() !== 'logout') return;
  changeOutbox({ items: getOutbox().items.filter(({ account }) => account === guestOwner) });
  // Heard late from another tab: what lies in the common storage is the next person's already.
  const taken = getToken() !== null;
  if (!taken) void emptyDevice().catch(() => undefined);
  try {
    sessionStorage.clear();
    if (taken) return;
    for (const key of Object.keys(localStorage)) if (!key.startsWith('desk')) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is in it.
  }
});
