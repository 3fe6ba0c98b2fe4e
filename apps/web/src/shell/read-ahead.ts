import { endpointQuery } from '@baraza/app/api/client';
import { queryClient } from '@baraza/app/api/query';
import { listComplaintCategories, listFeedbackCategories } from '@baraza/contract/category/category';
import { listAreas } from '@baraza/contract/complaint/area';
import { listMdas } from '@baraza/contract/mda/mda';

/** Reads what the forms offer. A complaint can then be written without a network. */
export async function readAhead(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.ready;
  for (const endpoint of [listMdas, listComplaintCategories, listFeedbackCategories, listAreas]) {
    await queryClient.prefetchQuery(endpointQuery(endpoint as typeof listMdas));
  }
}
