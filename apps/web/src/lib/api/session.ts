import { endpointQuery, getGuest, getSessionEnd, getToken, onSessionChange, queryClient, useToken } from '@baraza/app';
import { getUser } from '@baraza/contract';
import { isDraftOfOther } from '../draft/draft-store.ts';
import { isReceiptKey } from '../outbox/kept-receipt.ts';
import { changeOutbox, getOutbox, guestOwner, onArrival, outboxStore, type OutboxItem } from '../outbox/outbox.ts';
import { useQuery, type QueryPersister } from '@tanstack/react-query';
import { clear, delMany, entries, get, keys, set } from '../device/storage.ts';
import { type Copy, copies, keepOrRestore } from './saved-copies.ts';

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

// Lists, counts and details follow an item sent by this page, another one or the service worker.
onArrival(() => void queryClient.invalidateQueries());

/** Empties the device, except for items without an account: receipt codes not yet written down, and guests' outbox. */
async function emptyDevice(): Promise<void> {
  await clear(copies);
  await delMany((await keys()).filter((key) => !isReceiptKey(key)));
  const items = await entries<OutboxItem>(outboxStore);
  await delMany(
    items.flatMap(([key, { account }]) => (account === guestOwner ? [] : [key])),
    outboxStore,
  );
}

const personKey = 'person';

/** Removes the last person's copies, drafts and sent items once another account is signed in. Unsent items wait for them. */
export async function emptyForNext(account: string): Promise<void> {
  if ((await get(personKey)) === account) return;
  const [all, items] = [await entries<Copy>(copies), await entries<OutboxItem>(outboxStore)];
  const isForeign = ({ token }: Copy) => token !== null && token !== getToken();
  const isOver = ({ state, account: owner }: OutboxItem) => state === 'sent' && owner !== account;
  await delMany(
    all.flatMap(([key, copy]) => (isForeign(copy) ? [key] : [])),
    copies,
  );
  await delMany((await keys()).filter((key) => isDraftOfOther(key, account)));
  await delMany(
    items.flatMap(([key, item]) => (isOver(item) ? [key] : [])),
    outboxStore,
  );
  await set(personKey, account);
}

// Logging out empties the browser's storage, drafts included. Theme and language stay: they are cookies.
// The desk shares this origin, so its keys stay: a citizen's log-out must not end an officer's session.
onSessionChange(() => {
  if (getSessionEnd() !== 'logout') return;
  changeOutbox({ items: getOutbox().items.filter(({ account }) => account === guestOwner) });
  // News from another tab may arrive late: the shared storage then belongs to the next person already.
  const isNextSignedIn = getToken() !== null;
  if (!isNextSignedIn) void emptyDevice().catch(() => undefined);
  try {
    sessionStorage.clear();
    if (isNextSignedIn) return;
    for (const key of Object.keys(localStorage)) if (!key.startsWith('desk')) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is in it.
  }
});
