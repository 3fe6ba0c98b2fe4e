import { endpointQuery, getToken, queryClient } from '@baraza/app';
import {
  getAreaOutline,
  getLog,
  listAreas,
  listComplaintCategories,
  listFeedbackCategories,
  listGuestChoices,
  listMdas,
} from '@baraza/contract';
import { hashKey } from '@tanstack/react-query';
import { attempt, keys } from '../lib/device/storage.ts';
import { copies } from '../lib/api/saved-copies.ts';

/** Fetches the forms' choices and the log's keys, for filing and verifying receipts offline. */
export async function readAhead(): Promise<void> {
  if ((await attempt(() => navigator.serviceWorker.ready)) === undefined) return;
  const isGuest = getToken() === null;
  // Visitors may never file a complaint: this costs their data once.
  const there = isGuest ? await keys(copies) : [];
  const lists = isGuest
    ? [listGuestChoices, listAreas, getLog]
    : [listMdas, listComplaintCategories, listFeedbackCategories, listAreas, getAreaOutline, getLog];
  for (const endpoint of lists) {
    const query = endpointQuery(endpoint as typeof listMdas);
    if (!there.includes(hashKey(query.queryKey))) await queryClient.prefetchQuery(query);
  }
}
