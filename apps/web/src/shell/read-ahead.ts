import { call, endpointQuery, getToken, isLineGood, queryClient, savesData } from '@baraza/app';
import {
  getAreaOutline,
  getComplaint,
  getLog,
  listAreas,
  listComplaintCategories,
  listComplaints,
  listContacts,
  listFeedbackCategories,
  listGuestChoices,
  listMdas,
} from '@baraza/contract';
import { hashKey } from '@tanstack/react-query';
import { attempt, get, keys } from '../lib/device/storage.ts';
import { copies, type Copy, keep, keepsConfidential } from '../lib/api/saved-copies.ts';

/** Fetches choices of forms, contacts, the log's keys and own complaints for the time offline; nothing where data is to be saved. */
export async function readAhead(): Promise<void> {
  if (savesData()) return;
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
  if (!isGuest && isLineGood()) await readOwnComplaints();
}

/** Keeps the newest complaints of the account that are not kept or have changed since. */
async function readOwnComplaints(): Promise<void> {
  const token = getToken();
  const mayKeepAll = await keepsConfidential();
  for (const { id, state, unread } of (await call(listComplaints, { query: {} })).items) {
    const hash = hashKey(endpointQuery(getComplaint, { params: { id } }).queryKey);
    const copy = await get<Copy>(hash, copies);
    if (copy?.token === token && !unread && (copy.data as { state: string }).state === state) continue;
    const data = await call(getComplaint, { params: { id } });
    if (getToken() !== token) return;
    if (mayKeepAll || data.identity !== 'confidential') await keep(hash, { token, at: Date.now(), data });
  }
}
