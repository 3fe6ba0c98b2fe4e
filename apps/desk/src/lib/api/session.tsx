import { getStaffMe, type Me as Person } from '@baraza/contract/account/account';
import { readerRoles, type StaffRole } from '@baraza/contract/core/role';
import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { endpointQuery, getSessionEnd, getToken, onSessionChange, useToken } from '@baraza/app';
import { clearDrafts } from '../storage/drafts.ts';

/** Provides the signed-in member of staff. */
export const MeContext = createContext<Person | null>(null);

/** Returns the signed-in member of staff. Only inside `MeContext`. */
export function useMe(): Person {
  const me = use(MeContext);
  if (!me) throw new Error('Nobody is signed in here.');
  return me;
}

/** Whether a role has queues, search and a bell. */
export const readsComplaints = (role: StaffRole): boolean => (readerRoles as readonly StaffRole[]).includes(role);

/** Reads the signed-in member of staff. */
export function useMeQuery() {
  const token = useToken();
  return useQuery({ ...endpointQuery(getStaffMe), enabled: token !== null, staleTime: 5 * 60_000 });
}

// Runs in every tab: another one may have stored text while this one was leaving. Skipped if the next person has
// signed in before this tab is notified, since those drafts are theirs.
onSessionChange(() => {
  if (getSessionEnd() === 'logout' && getToken() === null) clearDrafts();
});

export { fullName } from '@baraza/contract';
