import { endpointQuery, getToken, queryClient } from '@baraza/app';
import {
  getAreaOutline,
  getLog,
  listAreas,
  listComplaintCategories,
  listContacts,
  listFeedbackCategories,
  listGuestChoices,
  listMdas,
} from '@baraza/contract';
import { hashKey } from '@tanstack/react-query';
import { attempt, keys } from '../lib/device/storage.ts';
import { copies } from '../lib/api/saved-copies.ts';

/** Fetches choices of forms, contacts and the log's keys for the time offline. Fetches nothing where data is to be saved. */
export async function readAhead(): Promise<void> {
  if ((navigator as { connection?: { saveData: boolean } }).connection?.saveData) return;
  if ((await attempt(() => navigator.serviceWorker.ready)) === undefined) return;
  const isGuest = getToken() === null;
  // Visitors may never file a complaint: this costs their data once.
  const there = isGuest ? await keys(copies) : [];
  const lists = isGuest
    ? [listGuestChoices, listAreas, getLog]
    : [listMdas, listComplaintCategories, listFeedbackCategories, listAreas, listContacts, getAreaOutline, getLog];
  for (const endpoint of lists) {
    const query = endpointQuery(endpoint as typeof listMdas);
    if (!there.includes(hashKey(query.queryKey))) await queryClient.prefetchQuery(query);
  }
}
