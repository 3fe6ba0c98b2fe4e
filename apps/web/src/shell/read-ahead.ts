import { endpointQuery } from '@baraza/app/api/client';
import { queryClient } from '@baraza/app/api/query';
import { getToken } from '@baraza/app/api/token';
import { listComplaintCategories, listFeedbackCategories } from '@baraza/contract/category/category';
import { getAreaOutline, listAreas } from '@baraza/contract/complaint/area';
import { listGuestChoices } from '@baraza/contract/complaint/guest-choices';
import { listMdas } from '@baraza/contract/mda/mda';
import { hashKey } from '@tanstack/react-query';
import { keys } from 'idb-keyval';
import { copies } from '../lib/api/session.ts';

/** Reads what the forms offer. A complaint can then be written without a network. */
export async function readAhead(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.ready;
  const isGuest = getToken() === null;
  // Visitors may never complain: they pay for it once.
  const there = isGuest ? await keys(copies) : [];
  const lists = isGuest
    ? [listGuestChoices, listAreas]
    : [listMdas, listComplaintCategories, listFeedbackCategories, listAreas, getAreaOutline];
  for (const endpoint of lists) {
    const query = endpointQuery(endpoint as typeof listMdas);
    if (!there.includes(hashKey(query.queryKey))) await queryClient.prefetchQuery(query);
  }
}
