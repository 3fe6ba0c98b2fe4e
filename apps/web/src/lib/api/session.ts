import { endpointQuery } from '@baraza/app/api/client';
import { getSessionEnd, getToken, onSessionChange, useToken } from '@baraza/app/api/token';
import { getUser } from '@baraza/contract/account/account';
import { useQuery } from '@tanstack/react-query';
import { clear } from 'idb-keyval';

/** Reads the signed-in citizen. */
export function useUser() {
  const token = useToken();
  return useQuery({ ...endpointQuery(getUser), enabled: token !== null });
}

// Whoever logs out leaves nothing in the storage of the browser, drafts included. Theme and language stay: they are cookies.
// The desk lies at the same address: what an officer has open there is not the citizen's to end.
onSessionChange(() => {
  if (getSessionEnd() !== 'logout') return;
  // Heard late from another tab: what lies in the common storage is the next person's already.
  const taken = getToken() !== null;
  if (!taken) void clear().catch(() => undefined);
  try {
    sessionStorage.clear();
    if (taken) return;
    for (const key of Object.keys(localStorage)) if (!key.startsWith('desk')) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is in it.
  }
});
